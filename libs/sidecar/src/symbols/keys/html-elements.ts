/**
 * Outlines an HTML page or template: elements with an id, landmarks, headings, scripts and styles of several
 * lines, and blocks and macros of Jinja, Django, Twig and Handlebars. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import type { LineIndex } from "../../syntax/chunk/lines.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { type HtmlTag, htmlTags } from "./html-tags.ts";
import type { KeyEntry, OpenEntry } from "./key-entries.ts";

interface OpenTag {
  readonly name: string;
  readonly isTemplate: boolean;
  /** Index of its own entry, or of the one that encloses it; -1 if there is none. */
  readonly entry: number;
  readonly isEntry: boolean;
  /** Number of open elements by name, within the enclosing template block or the whole text. */
  readonly counts: Map<string, number>;
}

const LANDMARK = /^(?:header|nav|main|aside|section|article|footer|form|dialog|search)$/;
const HEADING = /^h[1-6]$/;
const MAX_HEADING_CHARS = 500;

/** Sorted by start. An unclosed element ends with the enclosing one. */
export function htmlElements(lines: LineIndex): KeyEntry[] {
  const { text } = lines;
  const entries: OpenEntry[] = [];
  const open: OpenTag[] = [];
  let counts = new Map<string, number>();
  /** Number of open template blocks by keyword. */
  const blocks = new Map<string, number>();
  const close = (end: number): void => {
    const tag = open.pop();
    if (tag?.isEntry) Object.assign(entries[tag.entry] as OpenEntry, { end });
    if (!tag) return;
    add(tag.isTemplate ? blocks : tag.counts, tag.name, -1);
    counts = tag.isTemplate ? (open.at(-1)?.counts ?? new Map()) : tag.counts;
  };
  for (const tag of htmlTags(text)) {
    lines.check?.();
    if (tag.kind === "closes") {
      if (((tag.isTemplate ? blocks : counts).get(tag.name) ?? 0) === 0) continue;
      const before = lines.filledEnd(0, tag.start);
      while (open.at(-1)?.name !== tag.name || open.at(-1)?.isTemplate !== tag.isTemplate) close(before);
      close(tag.end);
      continue;
    }
    const entry = entryOf(tag, open.at(-1)?.entry ?? -1, lines);
    if (entry) {
      const around = entries[entry.parent];
      if (around) around.count++;
      entries.push(entry);
    }
    if (tag.kind === "stands alone") continue;
    if (tag.isTemplate) counts = new Map();
    add(tag.isTemplate ? blocks : counts, tag.name, 1);
    open.push({
      name: tag.name,
      isTemplate: tag.isTemplate,
      entry: entry ? entries.length - 1 : (open.at(-1)?.entry ?? -1),
      isEntry: entry !== null,
      counts,
    });
  }
  const last = lines.filledEnd(0, text.length);
  while (open.length > 0) close(last);
  return entries;
}

function add(counts: Map<string, number>, name: string, step: number): void {
  counts.set(name, (counts.get(name) ?? 0) + step);
}

function entryOf(tag: HtmlTag, parent: number, lines: LineIndex): OpenEntry | null {
  const [kind, name] = nameOf(tag, lines) ?? [];
  if (kind === undefined || name === undefined || name === "" || name.length > SIDECAR_LIMITS.nameChars)
    return null;
  return { name, scope: [], kind, parent, start: tag.start, end: tag.end, count: 0, unit: "elements" };
}

/** Kind and name. An element is named like a CSS selector, a heading by its text. */
function nameOf(
  { name, isTemplate, kind, id, className, start, end, rawEnd }: HtmlTag,
  lines: LineIndex,
): readonly [SymbolKind, string] | null {
  if (isTemplate) return [name === "macro" ? "function" : "section", id];
  if (HEADING.test(name) && kind === "opens") {
    const title = titleAt(lines.text, name, end);
    if (title !== "") return ["section", title];
  }
  const selector = `${name}${id === "" ? "" : `#${id}`}`;
  if (LANDMARK.test(name))
    return ["section", id === "" && className !== "" ? `${name}.${className}` : selector];
  if (name === "script" || name === "style")
    return id !== "" || lines.lineAt(start) < lines.lineAt(rawEnd) ? ["module", selector] : null;
  return id === "" ? null : ["object", selector];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** Text of a heading, without tags and template expressions. */
function titleAt(text: string, name: string, from: number): string {
  const head = text.slice(from, from + MAX_HEADING_CHARS);
  const end = head.toLowerCase().indexOf(`</${name}`);
  if (end === -1) return "";
  const words = head.slice(0, end).replace(/\{[{%#][^}]*\}\}?|<%[^%]*%>|<[^<>]*>/g, " ");
  return words
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
