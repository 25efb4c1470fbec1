/**
 * Outlines an HTML page or template: elements with an id, landmarks, headings, scripts and styles of several
 * lines, and blocks and macros of Jinja, Django, Twig and Handlebars. Pure.
 */
import type { SymbolKind } from "@satori/contracts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { LineIndex } from "../../syntax/chunk/lines.ts";
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

// Tokenizes the tags of HTML and of the template languages in it. Pure.

/** A tag of HTML or of a template language. Offsets are UTF-16 units, end exclusive. */
interface HtmlTag {
  /** In lower case; for a template block its keyword (`block`, `macro`, `inline`). */
  readonly name: string;
  readonly kind: "opens" | "closes" | "stands alone";
  readonly isTemplate: boolean;
  readonly start: number;
  readonly end: number;
  /** End of the content of an element that contains only text. */
  readonly rawEnd: number;
  /** The id of an element or the name of a block; empty if there is none, or if it is computed. */
  readonly id: string;
  /** The first of its classes. */
  readonly className: string;
}

/** Comments, blocks of Jinja, Django and Twig, blocks of Handlebars, and elements. */
const SIGN =
  /<!--|\{#|\{\{!--|\{\{~?#\*inline\s+["']([\w.-]{1,200})["']|\{\{~?(\/inline)|\{%[-~+]?\s*(?:(end)?(block|macro)\b\s*([\w.-]{0,200}))|<(\/?)([A-Za-z][\w:-]{0,99})/g;
const COMMENT_ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "{#": "#}", "{{!--": "--}}" };
/** Elements that contain only text. */
const RAW = /^(?:script|style|textarea)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Longer tags are cut off before their attributes are read. */
const MAX_ATTRIBUTE_CHARS = 4_000;

/** Tags in the order of the text. The content of scripts and styles has no tags. */
function* htmlTags(text: string): Generator<HtmlTag> {
  const signs = new RegExp(SIGN);
  const closed = new ClosingSigns(text);
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const [sign, inline, inlineEnd, blockEnd, block, blockName = "", slash, element] = match;
    const start = match.index;
    if (element !== undefined) {
      const end = tagEnd(text, signs.lastIndex, closed);
      const name = element.toLowerCase();
      const rawEnd = slash === "" && RAW.test(name) ? rawEndOf(text, name, end) : end;
      yield elementTag(text, { name, isClosing: slash !== "", start, end, rawEnd, from: signs.lastIndex });
      signs.lastIndex = rawEnd;
    } else if (block !== undefined || inline !== undefined || inlineEnd !== undefined) {
      const end = closed.after(block === undefined ? "}}" : "%}", signs.lastIndex) ?? signs.lastIndex;
      const isEnd = blockEnd !== undefined || inlineEnd !== undefined;
      const kind = isEnd
        ? "closes"
        : block !== undefined && isShort(text.slice(signs.lastIndex, end))
          ? "stands alone"
          : "opens";
      yield {
        name: block ?? "inline",
        kind,
        isTemplate: true,
        start,
        end,
        rawEnd: end,
        id: isEnd ? "" : (inline ?? blockName),
        className: "",
      };
      signs.lastIndex = end;
    } else {
      signs.lastIndex = closed.after(COMMENT_ENDS[sign] ?? "", signs.lastIndex) ?? signs.lastIndex;
    }
  }
}

interface ElementPlace {
  readonly name: string;
  readonly isClosing: boolean;
  readonly start: number;
  readonly end: number;
  readonly rawEnd: number;
  /** Offset after its name. */
  readonly from: number;
}

/** Twig's `{% block title "Shop" %}` has its content in the tag, and no end tag. */
function isShort(rest: string): boolean {
  return !/^\(|^\s*(?:(?:scoped|required)\s*)*[-~+]?%\}$/.test(rest);
}

/** Start of the end tag of an element that contains only text. */
function rawEndOf(text: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s*>`, "gi");
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

function elementTag(text: string, { name, isClosing, start, end, rawEnd, from }: ElementPlace): HtmlTag {
  // Shorter ones contain no attribute: ` id=a`.
  const attributes =
    isClosing || end - from < 6 ? "" : text.slice(from, Math.min(end, from + MAX_ATTRIBUTE_CHARS));
  const standsAlone = VOID.test(name) || text.startsWith("/>", end - 2);
  return {
    name,
    kind: isClosing ? "closes" : standsAlone ? "stands alone" : "opens",
    isTemplate: false,
    start,
    end,
    rawEnd,
    id: attribute("id", attributes),
    className: attribute("class", attributes),
  };
}

const ATTRIBUTES = {
  id: /\sid\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>/]+))/i,
  class: /\sclass\s*=\s*(?:"\s*([^\s"]+)|'\s*([^\s']+)|([^\s"'>/]+))/i,
};

function attribute(name: keyof typeof ATTRIBUTES, attributes: string): string {
  const [, ...values] = ATTRIBUTES[name].exec(attributes) ?? [];
  const value = values.find((part) => part !== undefined)?.trim() ?? "";
  return /[{}<$@]/.test(value) ? "" : value;
}

const IN_TAG = /["'<>]|\{\{|\{%/g;
const ENDS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "{{": "}}", "{%": "%}" };

/** Offset after the `>` that ends a tag, or of the next tag if it is missing. */
function tagEnd(text: string, from: number, closed: ClosingSigns): number {
  let at = from;
  for (;;) {
    IN_TAG.lastIndex = at;
    const match = IN_TAG.exec(text);
    if (!match) return text.length;
    const [sign] = match;
    at = match.index + sign.length;
    if (sign === ">") return at;
    const isCode = text.startsWith("<%", match.index);
    if (sign === "<" && !isCode) return match.index;
    at = closed.after(isCode ? "%>" : (ENDS[sign] ?? ""), at) ?? at;
  }
}

/**
 * Finds closing delimiters. Remembers the last occurrence of each, because repeated searches for a missing
 * one would take quadratic time.
 */
class ClosingSigns {
  private readonly last = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** Offset after the next occurrence; null if there is none. */
  after(sign: string, from: number): number | null {
    let last = this.last.get(sign);
    if (last === undefined) this.last.set(sign, (last = this.text.lastIndexOf(sign)));
    return last < from ? null : this.text.indexOf(sign, from) + sign.length;
  }
}
