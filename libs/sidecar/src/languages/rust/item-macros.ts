/**
 * Finds calls of macros that stand for the items in their brackets (`lazy_static! { … }`, `cfg_if! { … }`).
 * With the macros themselves hidden, the parser reads the items, which would otherwise be plain tokens. Pure.
 *
 * Any macro counts if it is called where an item is expected and contains nothing but items; so do the arms
 * of `cfg_if!`. In functions, where `quote! { fn f() {} }` would count as well, only macros that are known to
 * switch code on do.
 */
import type { TextRange } from "../../facts.ts";
import { codeOnly } from "../../lexical/code-only.ts";
import { RUST_LEXIS } from "../../lexical/lexical-rules.ts";

/** Quick test: a macro with a bracket and the start of an item, an arm or another macro in it. */
const LIKELY =
  /\bcfg_\w+!\s*\{|\b\w+![ \t]*[({[]\s*(?:\/[/*]|#!?\[|(?:pub|fn|struct|enum|union|trait|impl|mod|const|static|type|use|extern|unsafe|async|macro_rules|if)\b|[\w:]+!|_ =>|[\w(), =]+ => \{)/;

/** Macros whose braces may contain statements, too. */
const SWITCH =
  /^(?:(?!cfg_(?:if|match|select)$)cfg_\w+|feature|pin_project|thread_local|task_local|lazy_static)$/;
/** Macros around items, whatever mistakes are in them. */
const AROUND_ITEMS = /^(?:bitflags|proptest|quick_error|cfg_\w+)$/;
const ARMS = /^cfg_(?:if|match|select)$/;

const MODIFIERS: ReadonlySet<string> = new Set("pub unsafe async default auto safe gen crate".split(" "));
/** Keywords of items that end with a semicolon, and of the others. */
const STATEMENTS: ReadonlySet<string> = new Set("const static type use".split(" "));
const BLOCKS: ReadonlySet<string> = new Set("fn struct enum union trait impl mod extern".split(" "));
/** Items that contain items. */
const CONTAINERS: ReadonlySet<string> = new Set("trait impl mod extern".split(" "));

/**
 * Ranges to hide, sorted by start: heads of the macros up to their opening bracket, their closing brackets,
 * and heads and ends of arms.
 *
 * @param mistakes where the parser failed with all of them hidden, sorted by start
 */
export function itemMacros(text: string, mistakes: readonly TextRange[] = []): TextRange[] {
  if (!LIKELY.test(text)) return [];
  const finder = new ItemMacros(mistakes);
  for (const { 0: token, index } of codeOnly(text, RUST_LEXIS).matchAll(TOKEN)) finder.take(token, index);
  return finder.finish();
}

const TOKEN = /[\w\u0080-\uffff]+|\S/g;

/** What the brackets around a token contain. */
type Content = "items" | "arms" | "parameters" | "other";

interface Frame {
  readonly content: Content;
  readonly bracket: string;
  /** For a macro or one of its arms: the number of ranges before it; null for anything else. */
  readonly rangesBefore: number | null;
  /** Whether it is hidden whatever it contains. */
  readonly isSwitch: boolean;
  /** Whether it is a macro that may have a syntax of its own. */
  readonly mayFail: boolean;
  /** Mistakes in it, except in macros inside that are left because of them. */
  mistakes: number;
  hasItems: boolean;
  hasOthers: boolean;
  /** Start of the current item, arm or strategy (`x in strategy`); -1 between them. */
  start: number;
  /** Keyword of the current item; `!` for a macro, `?` for what is no item; empty before it is known. */
  keyword: string;
}

function newFrame(
  content: Content,
  bracket: string,
  macro: Partial<Pick<Frame, "rangesBefore" | "isSwitch" | "mayFail">> = {},
): Frame {
  return {
    content,
    bracket,
    rangesBefore: null,
    isSwitch: false,
    mayFail: false,
    ...macro,
    mistakes: 0,
    hasItems: false,
    hasOthers: false,
    start: -1,
    keyword: "",
  };
}

/** Takes the tokens of a file in their order. */
class ItemMacros {
  private readonly ranges: TextRange[] = [];
  private readonly frames: Frame[] = [newFrame("items", "")];
  /** Open frames with braces. */
  private braces = 0;
  private last = "";
  /** Start of the path that ends with the last word, and its last name, if a macro's `!` follows it. */
  private pathStart = 0;
  private macro = "";
  private readonly mistakes: readonly TextRange[];
  /** Mistakes that started so far, and the end of the last one. */
  private started = 0;
  private mistakenUntil = 0;

  constructor(mistakes: readonly TextRange[]) {
    this.mistakes = mistakes;
  }

  take(token: string, at: number): void {
    for (
      let next = this.mistakes[this.started];
      next && next.start <= at;
      next = this.mistakes[this.started]
    ) {
      this.started++;
      this.top.mistakes++;
      this.mistakenUntil = Math.max(this.mistakenUntil, next.end);
    }
    if (CLOSING[token] !== undefined) this.open(token, at);
    else if (token === "}" || token === ")" || token === "]") this.close(token, at);
    else this.takePlain(token, at);
    this.last = token;
  }

  /** The ranges found. Macros that are not closed count by what they contain so far. */
  finish(): TextRange[] {
    while (this.frames.length > 1) this.leave(null);
    return this.ranges.sort((left, right) => left.start - right.start);
  }

  private get top(): Frame {
    return this.frames[this.frames.length - 1] as Frame;
  }

  private takePlain(token: string, at: number): void {
    if (token === "!") this.macro = WORD.test(this.last) ? this.last : "";
    else if (WORD.test(token) && this.last !== ":") this.pathStart = at;
    const { top } = this;
    if (top.content === "items") this.takeInItems(top, token, at);
    else if (top.content === "arms" && top.start === -1 && token !== ",") top.start = at;
    else if (top.content === "parameters" && token === "in" && top.start === -1) top.start = at;
    else if (top.content === "parameters" && token === ",") this.endStrategy(top, at);
  }

  private takeInItems(top: Frame, token: string, at: number): void {
    if (token === ";") return endItem(top);
    if (top.start === -1) top.start = at;
    if (BLOCKS.has(token) && (top.keyword === "" || OPEN_KEYWORDS.has(top.keyword))) top.keyword = token;
    else if (top.keyword === "" && STATEMENTS.has(token)) top.keyword = token;
    else if (
      top.keyword === "" &&
      !MODIFIERS.has(token) &&
      !isPathOrAttribute(token, this.last, at === top.start)
    )
      top.keyword = "?";
    else if (token === "!" && top.keyword === "" && this.last !== "#") top.keyword = "!";
    if (top.keyword === "?") top.hasOthers = true;
  }

  private open(bracket: string, at: number): void {
    const { top } = this;
    if (bracket === "{") this.braces++;
    const isMacro = this.last === "!" && this.macro !== "";
    const name = isMacro ? this.macro : "";
    const isItem = top.content === "items" && top.keyword === "!";
    if (isMacro && (isItem || (bracket === "{" && SWITCH.test(name))))
      return this.enterMacro(name, bracket, at);
    if (top.content === "arms" && bracket === "{") return this.enterArm(top, at);
    this.frames.push(newFrame(this.contentOf(top, bracket), bracket));
  }

  private enterMacro(name: string, bracket: string, at: number): void {
    const isArms = ARMS.test(name);
    const isSwitch = !isArms && SWITCH.test(name);
    const mayFail = !isArms && !isSwitch && !AROUND_ITEMS.test(name);
    this.frames.push(
      newFrame(isArms ? "arms" : "items", bracket, { rangesBefore: this.ranges.length, isSwitch, mayFail }),
    );
    if (this.mistakenUntil > at) this.top.mistakes++;
    this.ranges.push({ start: this.pathStart, end: at + 1 });
  }

  private enterArm(arms: Frame, at: number): void {
    this.frames.push(newFrame("items", "{", { rangesBefore: this.ranges.length }));
    this.ranges.push({ start: arms.start === -1 ? at : arms.start, end: at + 1 });
    arms.start = -1;
  }

  private contentOf(top: Frame, bracket: string): Content {
    if (top.content !== "items") return "other";
    if (bracket === "{" && CONTAINERS.has(top.keyword)) return "items";
    if (bracket === "(" && top.keyword === "fn" && this.frames.length > 1) return "parameters";
    const isAttribute = bracket === "[" && /[#!]/.test(this.last);
    if (top.keyword === "" && !isAttribute && !(bracket === "(" && this.last === "pub")) {
      top.keyword = "?";
      top.hasOthers = true;
    }
    return "other";
  }

  /** A bracket that does not match is skipped; a brace also closes what is open inside its pair. */
  private close(token: string, at: number): void {
    if (token === "}" && this.braces > 0) while (this.top.bracket !== "{") this.leave(null);
    if (CLOSING[this.top.bracket] !== token) return;
    this.leave(at);
    const { top } = this;
    if (top.content !== "items") return;
    if (token === "}" && !STATEMENTS.has(top.keyword)) endItem(top);
    else if (this.last === "#" || (top.keyword === "" && token === "]")) top.start = -1;
  }

  /** Closes the innermost frame. @param at offset of its closing bracket; null if it has none */
  private leave(at: number | null): void {
    const closed = this.frames.pop() as Frame;
    if (closed.bracket === "{") this.braces--;
    if (closed.content === "parameters" && at !== null) this.endStrategy(closed, at);
    const { top } = this;
    const hasFailed = closed.mayFail && closed.mistakes > 0;
    if (!hasFailed) top.mistakes += closed.mistakes;
    if (closed.rangesBefore === null) {
      if (closed.content === "items" && closed.hasOthers) top.hasOthers = true;
      return;
    }
    const isHidden = closed.isSwitch || (closed.hasItems && !closed.hasOthers && !hasFailed);
    const isArm = top.content === "arms";
    if (isHidden && at !== null) this.ranges.push({ start: at, end: at + 1 });
    if (isHidden) top.hasItems = true;
    else if (!isArm || closed.hasOthers) {
      this.ranges.length = closed.rangesBefore;
      top.hasOthers ||= isArm;
    } else if (at !== null) this.ranges.push({ start: at, end: at + 1 });
  }

  private endStrategy(parameters: Frame, at: number): void {
    if (parameters.start !== -1) this.ranges.push({ start: parameters.start, end: at });
    parameters.start = -1;
  }
}

const WORD = /^[\w\u0080-\uffff]/;
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };
/** Keywords before another keyword: `const fn`, `extern "C" fn`. */
const OPEN_KEYWORDS: ReadonlySet<string> = new Set(["const", "extern"]);

function endItem(items: Frame): void {
  if (items.keyword !== "" && items.keyword !== "?") items.hasItems = true;
  items.keyword = "";
  items.start = -1;
}

/** Whether a token may be part of a macro's path (`a::b!`) or of an attribute (`#[a]`, `#![a]`). */
function isPathOrAttribute(token: string, last: string, isFirst: boolean): boolean {
  if (token === "#") return isFirst;
  if (token === ":") return WORD.test(last) || last === ":";
  if (token === "!") return last === "#" || WORD.test(last);
  return WORD.test(token) && (isFirst || last === ":" || last === "]" || last === ")" || MODIFIERS.has(last));
}
