/**
 * Finds macros where the grammars of C and C++ expect something else: attributes, calling conventions,
 * namespaces. Hiding them from the parser leaves plain declarations. They are recognized by convention (all
 * upper case) and by their context; macros used as a type, a value or a call are not hidden.
 */
import { hideRanges, matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

const MACRO =
  /\b(?:[A-Z][A-Z\d_]{3,}|absl_(?:nonnull|nullable|nullability_unknown)|_Nonnull|_Nullable|__has_include|__has_cpp_attribute)\b/g;
/** Arguments after a macro, with one nested level of parentheses. */
const ARGUMENTS = /[ \t]*\((?:[^()]|\([^()]*\)){0,400}\)/y;

/** Names that indicate an attribute, or the start or end of a namespace. */
const ATTRIBUTE =
  /ATTRIBUTE|GUARDED_BY|ACQUIRED_|ASSERT_EXCLUSIVE|LOCKS?_(?:REQUIRED|EXCLUDED|FUNCTION|RETURNED)|REQUIRES|THREAD_SAFETY|LIFETIME_BOUND|MUST_USE|WARN_UNUSED|MAYBE_UNUSED|INLINE$|CONSTEXPR|THREAD_LOCAL|TLS_KEYWORD|REQUIRE_EXPLICIT|NODISCARD|NO_?RETURN|DEPRECATED|CONST_INIT|PRINTF|_EXPORT$|_EXTERN$|DLL(?:EX|IM)PORT|NAMESPACE_?(?:BEGIN|END)|(?:BEGIN|END)_(?:NAMESPACE|DECLS)/;

/** Keywords before a declaration's type. */
const STORAGE =
  /^(?:static|extern|inline|typedef|virtual|constexpr|const|volatile|explicit|friend|register|mutable|template|typename|"C")$/;
/** Keywords that cannot be part of a declaration's specifiers. */
const STATEMENT =
  /\b(?:return|else|case|goto|do|new|delete|throw|using|struct|union|enum|class|public|private|protected|operator)\b/;
const WORDS = /^[ \t]*(?:template[ \t]*<[^;{}]*>[ \t]*)?(?:[\w:"]+(?:<[^<>]*>)?[ \t*&]+)*$/;

const COMMENTS = /\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*/g;
const OPERATORS = "=,+-|?!/%^.[";
const SPACE = 32;
/** Characters before and after a macro that are examined. */
const WINDOW = 240;

/**
 * Macros that list others, as a whole: `#define X(a) …`, `LIST(X)`, `#undef X`. Also `#define A A`, which
 * exposes an enumerator to `#ifdef`. Both carry no information, and the grammars don't support `#define`
 * inside enumerations. A continuation line cannot start a definition.
 */
const LISTING =
  /^(?<!\\\r?\n)[ \t]*#[ \t]*define[ \t]+(\w+)(?:\((?:.*\\\r?\n){0,100}.*\r?\n(?:[ \t]*\r?\n|[ \t]*\w+[ \t]*\([ \t]*\1[ \t]*\)[ \t]*(?:;[ \t]*)?\r?\n)+[ \t]*#[ \t]*undef[ \t]+\1\b.*|[ \t]+\1[ \t]*)$/gm;

/** A macro of several lines: in the grammars, a comment on one of the lines ends it. */
const LONG_DEFINE = /^[ \t]*#[ \t]*define\b(?:.*\\\r?\n)+.*/gm;

// The pattern starts with a word, so that runs of blanks are not scanned once for each blank.
const TYPE_ARGUMENT =
  /\b(?=\w)(?<=\bva_arg[ \t]{0,20}\([ \t]{0,20}[\w.>[\]*&-]{1,100}[ \t]{0,20},[ \t]{0,20})\w[\w \t]{0,100}[\w*][ \t*]{0,20}(?=\))/g;

/**
 * `va_arg(list, char *)`: replaces a type where the grammars expect a value by a name of the same length,
 * `char__`; its letters stay.
 */
export function typesAsNames(text: string): string {
  return text.includes("va_arg") ? text.replace(TYPE_ARGUMENT, (type) => type.replace(/\W/g, "_")) : text;
}

/** Ranges to hide from the parser, sorted by start, not overlapping. */
export function hiddenMacros(text: string): TextRange[] {
  const listings = matchesOf(LISTING, text);
  const known = hideRanges(text, listings);
  const comments = matchesOf(LONG_DEFINE, known).flatMap((define) => commentsIn(text, define));
  return [...listings, ...comments, ...macrosIn(hideRanges(known, comments))].sort(
    (left, right) => left.start - right.start,
  );
}

/** Same as `COMMENTS`, but in linear time for texts of any length: remembers that a comment is not closed. */
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
    // A macro on its own line below hidden ones is examined as if those were not there.
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
  /** Arguments with their parentheses and leading blanks; may be empty. */
  readonly arguments: string;
}

/** Ranges of a macro to hide. @param above end of the text above it */
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

/** Whether the arguments are not an expression: `#if __has_include(<a>)`, `#if HAVE_ATTRIBUTE(clang::x)`. */
function isOddCondition(macro: Macro, { before }: Place): boolean {
  return (
    macro.name === "__has_include" ||
    (macro.arguments.includes("::") && /^[ \t]*#[ \t]*(?:el)?if\b/.test(before))
  );
}

/** Whether the parentheses contain a function's head: `UNUSED(static int run(void)) {`. */
function isAroundFunction(macro: Macro, { before }: Place, text: string): boolean {
  if (
    before.trim() !== "" ||
    !/^[ \t]*\([ \t]*(?:static|extern|inline)\b[^]*\)[ \t]*\)$/.test(macro.arguments)
  )
    return false;
  return /^\s*\{/.test(text.slice(macro.start + macro.name.length + macro.arguments.length).slice(0, WINDOW));
}

/** Whether a macro follows an operator or comma, as most do: it is a value then. */
function isOperand(text: string, start: number): boolean {
  let at = start - 1;
  while (text.charCodeAt(at) === SPACE) at--;
  return at >= 0 && OPERATORS.includes(text.charAt(at));
}

interface Place {
  /** The macro's line up to it, and after it and its arguments. */
  readonly before: string;
  readonly after: string;
}

function placeOf(text: string, start: number, end: number): Place {
  const front = text.slice(Math.max(0, start - WINDOW), start);
  const behind = text.slice(end, end + WINDOW);
  const lineStart = front.lastIndexOf("\n") + 1;
  const lineEnd = behind.indexOf("\n");
  // A line whose start is outside the window is not a declaration.
  const before = lineStart === 0 && start > WINDOW ? "(" : front.slice(lineStart);
  return { before, after: (lineEnd === -1 ? behind : behind.slice(0, lineEnd)).trimEnd() };
}

/**
 * Whether a macro is an attribute, as in `int x GUARDED_BY(mutex);` and `NORETURN void f();`, rather than a
 * value of that name.
 */
function isAttribute(name: string, { before, after }: Place, hasArguments: boolean): boolean {
  if (/[a-z]/.test(name)) return true;
  if (!ATTRIBUTE.test(name)) return false;
  if (before.trim() === "") return hasArguments || !/^[ \t]*[,=)|&+?.-]/.test(after);
  return /[\w)\]>"][*&]*[ \t]+$/.test(before) && !/\b(?:return|case|goto)[ \t]+$/.test(before);
}

/**
 * Whether a macro decorates a declaration that has a type besides it: `API int f(`, `int API f(`, `typedef
 * int (API *f)(`.
 */
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

/** Whether a macro follows a class keyword: `class API Store {`, also with several macros. */
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
  /** The text above and below a macro, trimmed. */
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

/**
 * Whether a macro is on its own line between declarations or fields, and not inside an expression or list.
 */
function isAlone({ before, after }: Place, { above, below }: Lines, hasArguments: boolean): boolean {
  if (before.trim() !== "" || !/^[ \t]*(?:\/[/*].*)?$/.test(after)) return false;
  const lineAbove = above.slice(above.lastIndexOf("\n") + 1).trim();
  if (lineAbove.endsWith("\\")) return false;
  // After a comma, a line that continues without one is not in a list.
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
  // In a function, the same may be a call whose semicolon is in the macro.
  return (
    !hasArguments ||
    isFirstField ||
    (before === "" && !/^[a-z_]\w*[ \t]*\(/.test(below)) ||
    /^(?:typedef|template|virtual|explicit|friend|using|class|public|private|protected)\b/.test(below)
  );
}
