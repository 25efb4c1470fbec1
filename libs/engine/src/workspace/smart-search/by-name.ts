/** Finds files and folders by their path or a part of it. */
import { counted } from "@satori/contracts";
import type { CallContext, EngineContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";
import { cutLines, load } from "../../files/reading.ts";
import { compilePathPatterns } from "../../ignore/path-matcher.ts";
import { compareText, nameOf, relativeTo } from "../../model/paths.ts";
import { globProblems } from "../../scope/path-scope.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import { resolvePath } from "../resolved-path.ts";
import type { SearchedRoot } from "../roots.ts";
import { isGlob } from "./route.ts";
import { type TreeEntry, entriesOf } from "../tree.ts";

/** How well a path matches, best first; the positions are the tiers of the findings. */
const NAME_FITS = ["exact", "end", "end_in_other_case", "part"] as const;
export type NameFit = (typeof NAME_FITS)[number];

export interface PathRequest {
  readonly path: string;
  readonly line: number | null;
}

/** Sorted by how well they match, then by length of the path, then by path. */
export async function byName(
  context: EngineContext,
  root: SearchedRoot,
  asked: PathRequest,
  { deadline }: CallContext,
): Promise<Findings> {
  const { entries, isPartial, isLate, looked } = await entriesOf(context, {
    root,
    enters: () => true,
    deadline,
  });
  // If the deadline has passed, what was found before is still sorted.
  const check = (): void => (isLate ? undefined : deadline.check());
  const fits = nameMatcher(relativeTo(root.path, asked.path) ?? asked.path);
  const fitting = entries.flatMap((entry) => {
    check();
    const fit = fits(entry);
    return fit === null ? [] : [{ entry, order: NAME_FITS.indexOf(fit) }];
  });
  fitting.sort(
    (left, right) => (
      check(),
      left.order - right.order ||
        left.entry.path.length - right.entry.path.length ||
        compareText(left.entry.path, right.entry.path)
    ),
  );
  const items = fitting.map(({ entry: { path, kind }, order }): Finding => ({
    repo: root.repo,
    path,
    tier: order,
    found_by: "file_names",
    kind,
    ...(kind === "file" && asked.line !== null ? { start_line: asked.line, end_line: asked.line } : {}),
  }));
  const late = isLate
    ? [
        `The answer reached ${deadline.name}: only names in ${counted(looked.size, "folder")} of ` +
          `${root.repo} were searched.`,
      ]
    : [];
  return findings(items, {
    notes: [...late, ...(isPartial ? [`Some folders of ${root.repo} cannot be read.`] : [])],
  });
}

/** Drops partial matches if any root has a better match. */
export function bestNamed(found: readonly Findings[]): readonly Findings[] {
  const isPart = ({ tier = 0 }: Finding): boolean => tier === NAME_FITS.indexOf("part");
  const isNamed = found.some(({ items }) => items.some((item) => !isPart(item)));
  return isNamed
    ? found.map((each) => ({ ...each, items: each.items.filter((item) => !isPart(item)) }))
    : found;
}

interface Reader {
  readonly context: EngineContext;
  readonly call: CallContext;
  readonly roots: readonly SearchedRoot[];
}

/**
 * Adjusts lines of items found by name to their files: a line past the end becomes the last line. Removes the
 * lines if the file cannot be read as text.
 */
export function onTheirLines<
  Item extends Pick<Finding, "repo" | "path" | "found_by" | "start_line" | "end_line">,
>({ context, call, roots }: Reader, items: readonly Item[]): Item[] {
  return items.map((item) => {
    const { start_line, end_line, ...rest } = item;
    if (item.found_by !== "file_names" || start_line === undefined || end_line === undefined) return item;
    const last = lastLine({ context, call, roots }, item);
    // Only the lines differ; the item keeps its other properties.
    return (
      last === 0
        ? rest
        : { ...item, start_line: Math.min(start_line, last), end_line: Math.min(end_line, last) }
    ) as Item;
  });
}

/** The last line of a file; 0 if it has no lines. */
function lastLine({ context, call, roots }: Reader, { repo, path }: Pick<Finding, "repo" | "path">): number {
  const root = roots.find((each) => each.repo === repo);
  if (!root) return 0;
  try {
    const { realPath } = resolvePath([root], path);
    return cutLines({ context, call }, load({ context }, { path, realPath }, [root.path]).text, {
      startLine: 1,
      endLine: 1,
    }).totalLines;
  } catch (error) {
    if (error instanceof EngineError) return 0;
    throw error;
  }
}

/** Returns a function that rates paths; null for no match. A folder matches only by its whole name. */
export function nameMatcher(asked: string): (entry: Pick<TreeEntry, "path" | "kind">) => NameFit | null {
  const wanted = asked
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/+)+/, "")
    .replace(/\/+$/, "")
    .normalize("NFC");
  if (isGlob(wanted) && globProblems("query", [wanted]).length === 0) {
    const matches = compilePathPatterns([wanted]);
    return ({ path, kind }) => (kind === "file" && matches(path) ? "end" : null);
  }
  if (wanted === "") return () => null;
  const lower = wanted.toLowerCase();
  return ({ path, kind }) => {
    if (path === wanted) return "exact";
    if (path.endsWith(`/${wanted}`)) return "end";
    const lowerPath = path.toLowerCase();
    if (lowerPath === lower || lowerPath.endsWith(`/${lower}`)) return "end_in_other_case";
    return kind === "file" && (lower.includes("/") ? lowerPath : nameOf(lowerPath)).includes(lower)
      ? "part"
      : null;
  };
}
