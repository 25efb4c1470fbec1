/**
 * Macros that stand where the grammars of C and C++ expect something else: attributes, calling conventions,
 * namespaces. Hidden from the parser, they leave plain declarations. They are told by convention (all upper
 * case) and by what stands around them; macros that stand for a type, a value or a call are not touched.
 */
import { hideRanges, matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

const MACRO =
  /\b(?:[A-Z][A-Z\d_]{3,}|absl_(?:nonnull|nullable|nullability_unknown)|_Nonnull|_Nullable|__has_include|__has_cpp_attribute)\b/g;
/** Arguments behind a macro, with one level of parentheses inside. */
const ARGUMENTS = /[ \t]*\((?:[^()]|\([^()]*\)){0,400}\)/y;

/** Names that say that they stand for an attribute, or open or close a namespace. */
const ATTRIBUTE =
  /ATTRIBUTE|GUARDED_BY|ACQUIRED_|ASSERT_EXCLUSIVE|LOCKS?_(?:REQUIRED|EXCLUDED|FUNCTION|RETURNED)|REQUIRES|THREAD_SAFETY|LIFETIME_BOUND|MUST_USE|WARN_UNUSED|MAYBE_UNUSED|INLINE$|CONSTEXPR|THREAD_LOCAL|TLS_KEYWORD|REQUIRE_EXPLICIT|NODISCARD|NO_?RETURN|DEPRECATED|CONST_INIT|PRINTF|_EXPORT$|_EXTERN$|DLL(?:EX|IM)PORT|NAMESPACE_?(?:BEGIN|END)|(?:BEGIN|END)_(?:NAMESPACE|DECLS)/;

/** Words in front of a declaration's type. */
const STORAGE =
  /^(?:static|extern|inline|typedef|virtual|constexpr|const|volatile|explicit|friend|register|mutable|template|typename|"C")$/;
/** Words behind which no declaration goes on. */
const STATEMENT =
  /\b(?:return|else|case|goto|do|new|delete|throw|using|struct|union|enum|class|public|private|protected|operator)\b/;
const WORDS = /^[ \t]*(?:template[ \t]*<[^;{}]*>[ \t]*)?(?:[\w:"]+(?:<[^<>]*>)?[ \t*&]+)*$/;

const COMMENTS = /\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*/g;
const OPERATORS = "=,+-|?!/%^.[";
const SPACE = 32;
/** How far around a macro is looked. */
const WINDOW = 240;

/**
 * Of macros that list others, `#define X(a) …`, `LIST(X)`, `#undef X`, all; and `#define A A`, which names an
 * enumerator for `#ifdef`. Neither says anything, and the grammars know no `#define` inside of enumerations.
 * On a line that goes on with another one nothing is defined.
 */
const LISTING =
  /^(?<!\\\r?\n)[ \t]*#[ \t]*define[ \t]+(\w+)(?:\((?:.*\\\r?\n){0,100}.*\r?\n(?:[ \t]*\r?\n|[ \t]*\w+[ \t]*\([ \t]*\1[ \t]*\)[ \t]*(?:;[ \t]*)?\r?\n)+[ \t]*#[ \t]*undef[ \t]+\1\b.*|[ \t]+\1[ \t]*)$/gm;

/** A macro of several lines: for the grammars, a comment on one of them ends it. */
const LONG_DEFINE = /^[ \t]*#[ \t]*define\b(?:.*\\\r?\n)+.*/gm;

// A word comes first, so that no run of blanks is gone through for each of them.
const TYPE_ARGUMENT =
  /\b(?=\w)(?<=\bva_arg[ \t]{0,20}\([ \t]{0,20}[\w.>[\]*&-]{1,100}[ \t]{0,20},[ \t]{0,20})\w[\w \t]{0,100}[\w*][ \t*]{0,20}(?=\))/g;

/**
 * `va_arg(list, char *)`: a type where the grammars want a value becomes a name as long, `char__`; its text
 * stays.
 */
export function typesAsNames(text: string): string {
  return text.includes("va_arg") ? text.replace(TYPE_ARGUMENT, (type) => type.replace(/\W/g, "_")) : text;
}

/** By start, not overlapping. */
export function hiddenMacros(text: string): TextRange[] {
  const listings = matchesOf(LISTING, text);
  const known = hideRanges(text, listings);
  const comments = matchesOf(LONG_DEFINE, known).flatMap((define) => commentsIn(text, define));
  return [...listings, ...comments, ...macrosIn(hideRanges(known, comments))].sort(
    (left, right) => left.start - right.start,
  );
}

/** As `COMMENTS`, but for a text of any length: that nothing closes a comment is found out once. */
function commentsIn(text: string, { start, end }: TextRange): TextRange[] {
  const found: TextRange[] = [];
  const part = text.slice(start, end);
  const sign = /\/[/*]/g;
  let isClosed = true;
  for (let match = sign.exec(part); match; match = sign.exec(part)) {
    const isLine = match[0] === "//";
    if (!isLine && !isClosed) continue;
    const close = part.indexOf(isLine ? "\n" : "*/", sign.lastIndex);
    isClosed &&= isLine || close !== -1;
    if (!isLine && close === -1) continue;
    sign.lastIndex = close === -1 ? part.length : isLine ? close : close + "*/".length;
    found.push({ start: start + match.index, end: start + sign.lastIndex });
  }
  return found;
}

function macrosIn(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let last: TextRange = { start: 0, end: 0 };
  for (const { index: start, 0: name } of text.matchAll(MACRO)) {
    if (start < last.end || isOperand(text, start)) continue;
    ARGUMENTS.lastIndex = start + name.length;
    const macro: Macro = { name, start, arguments: ARGUMENTS.exec(text)?.[0] ?? "" };
    // What is alone below some that are hidden is looked at as if those were not there.
    const above =
      start - last.end < WINDOW && text.slice(last.end, start).replace(COMMENTS, "").trim() === ""
        ? last.start
        : start;
    const hidden = hiddenOf(text, macro, above);
    ranges.push(...hidden);
    const end = hidden.at(-1)?.end;
    if (end !== undefined) last = { start: above, end };
  }
  return ranges;
}

interface Macro {
  readonly name: string;
  readonly start: number;
  /** With their parentheses and the blanks in front; may be none. */
  readonly arguments: string;
}

/** @param above where the text above it ends */
function hiddenOf(text: string, macro: Macro, above: number): TextRange[] {
  const { name, start } = macro;
  const nameEnd = start + name.length;
  const end = nameEnd + macro.arguments.length;
  const place = placeOf(text, start, end);
  if (place.before.trimStart().startsWith("#"))
    return isOddCondition(macro, place) ? [{ start: nameEnd, end }] : [];
  if (isAroundFunction(macro, place, text))
    return [
      { start, end: nameEnd + macro.arguments.indexOf("(") + 1 },
      { start: end - 1, end },
    ];
  const hasArguments = macro.arguments !== "";
  const isHidden =
    isAttribute(name, place, hasArguments) ||
    isDecoration(place) ||
    isBehindClass(place) ||
    isAlone(place, linesAround(text, above, end), hasArguments);
  return isHidden ? [{ start, end }] : [];
}

/** `#if __has_include(<a>)`, `#if HAVE_ATTRIBUTE(clang::x)`: arguments that are no expression. */
function isOddCondition(macro: Macro, { before }: Place): boolean {
  return (
    macro.name === "__has_include" ||
    (macro.arguments.includes("::") && /^[ \t]*#[ \t]*(?:el)?if\b/.test(before))
  );
}

/** `UNUSED(static int run(void)) {`: the function is what stands in parentheses. */
function isAroundFunction(macro: Macro, { before }: Place, text: string): boolean {
  if (
    before.trim() !== "" ||
    !/^[ \t]*\([ \t]*(?:static|extern|inline)\b[^]*\)[ \t]*\)$/.test(macro.arguments)
  )
    return false;
  return /^\s*\{/.test(text.slice(macro.start + macro.name.length + macro.arguments.length).slice(0, WINDOW));
}

/** Whether a macro follows an operator or a comma, as most do: those are values. */
function isOperand(text: string, start: number): boolean {
  let at = start - 1;
  while (text.charCodeAt(at) === SPACE) at--;
  return at >= 0 && OPERATORS.includes(text.charAt(at));
}

interface Place {
  /** The macro's line up to it, and behind it and its arguments. */
  readonly before: string;
  readonly after: string;
}

function placeOf(text: string, start: number, end: number): Place {
  const front = text.slice(Math.max(0, start - WINDOW), start);
  const behind = text.slice(end, end + WINDOW);
  const lineStart = front.lastIndexOf("\n") + 1;
  const lineEnd = behind.indexOf("\n");
  // A line that begins out of sight is no declaration.
  const before = lineStart === 0 && start > WINDOW ? "(" : front.slice(lineStart);
  return { before, after: (lineEnd === -1 ? behind : behind.slice(0, lineEnd)).trimEnd() };
}

/** `int x GUARDED_BY(mutex);`, `NORETURN void f();`, but not a value of that name. */
function isAttribute(name: string, { before, after }: Place, hasArguments: boolean): boolean {
  if (/[a-z]/.test(name)) return true;
  if (!ATTRIBUTE.test(name)) return false;
  if (before.trim() === "") return hasArguments || !/^[ \t]*[,=)|&+?.-]/.test(after);
  return /[\w)\]>"][*&]*[ \t]+$/.test(before) && !/\b(?:return|case|goto)[ \t]+$/.test(before);
}

/** `API int f(`, `int API f(`, `typedef int (API *f)(`: one type is there besides the macro. */
function isDecoration({ before, after }: Place): boolean {
  if (/^[ \t]*typedef\b.*\([ \t]*$/.test(before)) return /^[ \t]*\*/.test(after);
  const words = before.replace(/<[^<>]*>/g, "");
  if (!WORDS.test(before) || STATEMENT.test(words)) return false;
  const hasType = (words.match(/[\w:"]+/g) ?? []).some(
    (word) => !STORAGE.test(word) && !ATTRIBUTE.test(word),
  );
  if (/^[ \t]+[~\w:]+[ \t]*(?:[({;=[]|$)/.test(after)) return hasType;
  const type = /^[ \t]+(\w[\w:]*)(?:<[^;{}]*>)?[ \t*&]+[~\w:*&]/.exec(after)?.[1];
  return type !== undefined && (hasType || !/^[A-Z][A-Z\d_]+$/.test(type));
}

/** `class API Store {`, also with several macros. */
function isBehindClass({ before, after }: Place): boolean {
  const keyword =
    /\b(class|struct|union|enum(?:[ \t]+class)?)[ \t]+(?:[A-Z][A-Z\d_]{3,}(?:\([^()]*\))?[ \t]+)*$/.exec(
      before,
    )?.[1];
  return (
    (keyword !== undefined &&
      /^[ \t]+(?:\[\[[^\]]*\]\][ \t]+)?(?:[A-Z][A-Z\d_]{3,}(?:\([^()]*\))?[ \t]+)*\w[\w:]*(?:<.*>)?(?:[ \t]+(?:final|[A-Z][A-Z\d_]{3,}))*[ \t]*(?:[{:]|$)/.test(
        after,
      )) ||
    (keyword === "class" && /^[ \t]+\w+;/.test(after))
  );
}

interface Lines {
  /** The text above and below a macro, without blanks at its ends. */
  readonly above: string;
  readonly below: string;
}

function linesAround(text: string, start: number, end: number): Lines {
  const behind = text.slice(end, end + 2 * WINDOW);
  return {
    above: text.slice(Math.max(0, start - WINDOW), start).trimEnd(),
    below: behind.slice(behind.indexOf("\n") + 1 || behind.length).trimStart(),
  };
}

/** On a line of its own between declarations or fields, where neither an expression nor a list goes on. */
function isAlone({ before, after }: Place, { above, below }: Lines, hasArguments: boolean): boolean {
  if (before.trim() !== "" || !/^[ \t]*(?:\/[/*].*)?$/.test(after)) return false;
  const lineAbove = above.slice(above.lastIndexOf("\n") + 1).trim();
  if (lineAbove.endsWith("\\")) return false;
  // Behind a comma, what goes on without one is no list.
  if (
    lineAbove !== "" &&
    !/^#|^\/\/|[;{}>:]$|\*\/$/.test(lineAbove) &&
    !(lineAbove.endsWith(",") && /^\w/.test(below))
  )
    return false;
  const code = above.replace(COMMENTS, "").trimEnd();
  const isFirstField = /\b(?:struct|union|class)\b[^;{}()=]*\{$/.test(code);
  if (below.startsWith("}") && !isFirstField && !code.endsWith(";")) return false;
  if (/^[{()[\],=.+|&?<>;:*-]/.test(below)) return false;
  // Inside of functions the same may be a call whose semicolon the macro brings along.
  return (
    !hasArguments ||
    isFirstField ||
    (before === "" && !/^[a-z_]\w*[ \t]*\(/.test(below)) ||
    /^(?:typedef|template|virtual|explicit|friend|using|class|public|private|protected)\b/.test(below)
  );
}
