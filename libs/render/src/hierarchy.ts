/** The hierarchy of a type or method as trees, and what they do not cover. Pure. */
import {
  type HierarchyEntry,
  type TypeHierarchyOk,
  type UnresolvedBase,
  counted,
  isFunctionKind,
  listed,
  rootOf,
} from "@satori/contracts";
import type { View } from "./view.ts";
import { displayWidth, padEnd, truncateMiddle, truncateStart } from "./width.ts";

const GAP = "  ";
const BRANCH = { between: "├─ ", last: "└─ " } as const;
const STEM = { between: "│  ", last: "   " } as const;
/** Longer names do not move the columns behind them. */
const MAX_ALIGNED = 48;

/** What is not certain needs a word. */
const WORDS: Readonly<Record<HierarchyEntry["links"][number]["confidence"], string>> = {
  resolved: "",
  possible: ", possible",
  name_match: ", matched by name",
};
const TITLES = {
  type: { supertypes: "supertypes", subtypes: "subtypes" },
  method: { supertypes: "overrides or implements", subtypes: "overridden or implemented by" },
} as const;

/** Blocks separated by blank lines: the symbol, a tree for each direction, what is missing, and a summary. */
export function renderHierarchy(answer: TypeHierarchyOk, view: View): string {
  const { found, message } = answer;
  const { style } = view;
  const root = rootOf(answer);
  const title =
    `${style.symbol(view.symbol(found.symbolLabel, found.file))}${GAP}` +
    style.file(`${view.file(root, found.file)}:${found.span.startLine}`);
  return [
    [title],
    ...hierarchyTrees(answer, view),
    unresolvedLines(answer, view),
    unreadLines(answer, view),
    message === undefined ? [] : [view.wording.sentence(message)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** A block of lines for each direction that has entries, with its title. */
export function hierarchyTrees(answer: TypeHierarchyOk, view: View): string[][] {
  const { found, supertypes = [], subtypes = [] } = answer;
  const titles = TITLES[isMethod(answer) ? "method" : "type"];
  return [
    { title: titles.supertypes, entries: supertypes },
    { title: titles.subtypes, entries: subtypes },
  ].flatMap(({ title, entries }) =>
    entries.length === 0
      ? []
      : [[`${title}:`, ...drawn(rowsOf(entries, found.symbolId), rootOf(answer), view)]],
  );
}

function isMethod({ found: { kind } }: TypeHierarchyOk): boolean {
  return isFunctionKind(kind) || kind === "property" || kind === "field";
}

/** Lines about bases that could not be resolved. */
export function unresolvedLines(answer: TypeHierarchyOk, view: View): string[] {
  const { unresolved = [], unresolvedBases } = answer.coverage;
  const root = rootOf(answer);
  const line = ({ file, line: at, symbolLabel, base }: UnresolvedBase): string =>
    [
      `${view.file(root, file)}:${at}`,
      view.symbol(symbolLabel, file),
      view.name(base ?? "an expression"),
    ].join(GAP);
  const shown = unresolved.slice(0, view.maxListed ?? unresolved.length);
  if (shown.length === 0) return [];
  const more = unresolvedBases - shown.length;
  return [
    "bases that could not be resolved:",
    ...shown.map((base) => view.style.quiet(line(base))),
    ...(more > 0 ? [view.style.quiet(`and ${more} more`)] : []),
  ];
}

/** Files that may hide further types. */
export function unreadLines({ coverage }: TypeHierarchyOk, view: View): string[] {
  const { unparsedFiles, unparsed = [], partlyParsedFiles, partlyParsed = [] } = coverage;
  const line = (count: number, what: string, files: readonly string[]): string[] =>
    count === 0 ? [] : [view.name(`${counted(count, "file")} ${what}: ${listed(files, count)}`)];
  return [
    ...line(unparsedFiles, "not parsed", unparsed),
    ...line(partlyParsedFiles, "parsed only in part", partlyParsed),
  ];
}

/** An entry of a tree. */
interface Row {
  readonly lead: string;
  readonly entry: HierarchyEntry;
}

/** Entries below the nearer ones to which they are related first. What is below an entry is drawn once. */
function rowsOf(entries: readonly HierarchyEntry[], root: string): readonly Row[] {
  const below = new Map<string, HierarchyEntry[]>();
  for (const entry of entries) {
    const to = entry.links[0]?.to ?? root;
    const known = below.get(to);
    if (known) known.push(entry);
    else below.set(to, [entry]);
  }
  const rows: Row[] = [];
  const drawnIds = new Set<string>();
  const add = (id: string, stem: string): void => {
    if (drawnIds.has(id)) return;
    drawnIds.add(id);
    const children = below.get(id) ?? [];
    for (const [at, entry] of children.entries()) {
      const kind = at === children.length - 1 ? "last" : "between";
      rows.push({ lead: stem + BRANCH[kind], entry });
      if (entry.symbolId !== undefined) add(entry.symbolId, stem + STEM[kind]);
    }
  };
  add(root, "");
  return rows;
}

/** Names, relations and locations in columns. */
function drawn(rows: readonly Row[], root: string, view: View): string[] {
  const { style, columns } = view;
  const cells = rows.map(({ lead, entry }) => {
    const { symbolLabel, file, span, links } = entry;
    const [first] = links;
    return {
      lead,
      name: file === undefined ? view.name(symbolLabel) : view.symbol(symbolLabel, file),
      relation: first ? `${first.relation.replaceAll("_", " ")}${WORDS[first.confidence]}` : "",
      place:
        file === undefined
          ? "outside the codebase"
          : `${view.file(root, file)}${span ? `:${span.startLine}` : ""}`,
    };
  });
  const widest = (widths: readonly number[]): number =>
    Math.max(0, ...widths.filter((width) => width <= MAX_ALIGNED));
  const nameWidth = widest(cells.map(({ lead, name }) => displayWidth(lead + name)));
  const relationWidth = widest(cells.map(({ relation }) => displayWidth(relation)));
  return cells.map(({ lead, name, relation, place }) => {
    const middle = padEnd(relation, relationWidth);
    const room =
      columns === null
        ? Number.POSITIVE_INFINITY
        : Math.max(0, columns - displayWidth(lead + middle + GAP + GAP));
    const shownName = truncateMiddle(name, Math.max(Math.floor(room / 2), room - displayWidth(place)));
    const padding = " ".repeat(
      Math.max(
        0,
        Math.min(nameWidth - displayWidth(lead + shownName), room - displayWidth(shownName + place)),
      ),
    );
    const shownPlace = truncateStart(place, room - displayWidth(shownName));
    return (
      `${lead}${style.symbol(shownName)}${padding}${GAP}${style.quiet(middle)}${GAP}` +
      (place === "outside the codebase" ? style.quiet(shownPlace) : style.file(shownPlace))
    );
  });
}
