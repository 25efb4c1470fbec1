/** Tokenizes the tags of HTML and of the template languages in it. Pure. */

/** A tag of HTML or of a template language. Offsets are UTF-16 units, end exclusive. */
export interface HtmlTag {
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
export function* htmlTags(text: string): Generator<HtmlTag> {
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
