/** Tags of HTML, and of the languages of templates in it, one after the other. Pure. */

export interface HtmlTag {
  /** In lower case; of a block of a template its word (`block`, `macro`, `inline`). */
  readonly name: string;
  readonly kind: "opens" | "closes" | "stands alone";
  readonly isTemplate: boolean;
  readonly start: number;
  readonly end: number;
  /** Where the content of what is nothing but text ends. */
  readonly rawEnd: number;
  /**
   * What it is called: the id of an element, the name of a block; empty without one, and where it is only
   * known while it runs.
   */
  readonly id: string;
  /** The first of its classes. */
  readonly className: string;
}

/** Comments, blocks of Jinja, Django and Twig, of Handlebars, and elements. */
const SIGN =
  /<!--|\{#|\{\{!--|\{\{~?#\*inline\s+["']([\w.-]{1,200})["']|\{\{~?(\/inline)|\{%[-~+]?\s*(?:(end)?(block|macro)\b\s*([\w.-]{0,200}))|<(\/?)([A-Za-z][\w:-]{0,99})/g;
const COMMENT_ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "{#": "#}", "{{!--": "--}}" };
/** What is nothing but text up to its end. */
const RAW = /^(?:script|style|textarea)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** A tag with more than that has no id that anyone asks for. */
const MAX_ATTRIBUTE_CHARS = 4_000;

/** In the order of the text. The content of scripts and styles has none. */
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
  /** Behind its name. */
  readonly from: number;
}

/** `{% block title "Shop" %}` of Twig has its content beside its name, and no end. */
function isShort(rest: string): boolean {
  return !/^\(|^\s*(?:(?:scoped|required)\s*)*[-~+]?%\}$/.test(rest);
}

/** Where the end tag of an element begins that holds nothing but text. */
function rawEndOf(text: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s*>`, "gi");
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

function elementTag(text: string, { name, isClosing, start, end, rawEnd, from }: ElementPlace): HtmlTag {
  // Shorter ones have none: ` id=a`.
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

/** Behind the sign that ends a tag, or where the next one begins without it. */
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
 * Where what is open is closed. That nothing does is asked once: again for each sign would take the square of
 * the text.
 */
class ClosingSigns {
  private readonly last = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** Behind the next one; null where there is none. */
  after(sign: string, from: number): number | null {
    let last = this.last.get(sign);
    if (last === undefined) this.last.set(sign, (last = this.text.lastIndexOf(sign)));
    return last < from ? null : this.text.indexOf(sign, from) + sign.length;
  }
}
