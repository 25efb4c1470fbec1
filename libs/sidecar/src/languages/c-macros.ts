/**
 * Macros that stand where the grammars of C and C++ expect something else: attributes, calling conventions, namespaces.
 * Hidden from the parser, they leave plain declarations. They are told by convention (all upper case) and by what stands
 * around them; macros that stand for a type, a value or a call are not touched.
 */
import type { TextRange } from "../facts.ts";

const MACRO = /\b(?:[A-Z][A-Z\d_]{3,}|absl_(?:nonnull|nullable|nullability_unknown)|_Nonnull|_Nullable|__has_include)\b/g;
/** Arguments behind a macro, with one level of parentheses inside. */
const ARGUMENTS = /[ \t]*\((?:[^()]|\([^()]*\)){0,400}\)/y;

/** Names that say that they stand for an attribute, or open or close a namespace. */
const ATTRIBUTE =
  /ATTRIBUTE|GUARDED_BY|ACQUIRED_|ASSERT_EXCLUSIVE|LOCKS?_(?:REQUIRED|EXCLUDED|FUNCTION|RETURNED)|REQUIRES|THREAD_SAFETY|LIFETIME_BOUND|MUST_USE|WARN_UNUSED|MAYBE_UNUSED|INLINE$|NODISCARD|NO_?RETURN|DEPRECATED|CONST_INIT|PRINTF|_EXPORT$|_EXTERN$|DLL(?:EX|IM)PORT|NAMESPACE_?(?:BEGIN|END)|(?:BEGIN|END)_(?:NAMESPACE|DECLS)/;

/** Words in front of a declaration's type. */
const STORAGE = /^(?:static|extern|inline|typedef|virtual|constexpr|const|volatile|explicit|friend|register|mutable|template|typename|"C")$/;
/** Words behind which no declaration goes on. */
const STATEMENT = /\b(?:return|else|case|goto|do|new|delete|throw|using|struct|union|enum|class|public|private|protected|operator)\b/;
const WORDS = /^[ \t]*(?:template[ \t]*<[^;{}]*>[ \t]*)?(?:[\w:"]+(?:<[^<>]*>)?[ \t*&]+)*$/;

const OPERATORS = "=,+-|?!/%^.[";
const SPACE = 32;
/** How far around a macro is looked. */
const WINDOW = 240;

/** By start, not overlapping. */
export function hiddenMacros(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let behind = 0;
  for (const { index: start, 0: name } of text.matchAll(MACRO)) {
    if (start < behind || isOperand(text, start)) continue;
    ARGUMENTS.lastIndex = start + name.length;
    const end = start + name.length + (ARGUMENTS.exec(text)?.[0].length ?? 0);
    const place = placeOf(text, start, end);
    const hasArguments = end > start + name.length;
    // `#if __has_include(<a>)` is all that needs help in front of a line end of the preprocessor's.
    const isDirective = place.before.trimStart().startsWith("#");
    const from = isDirective ? start + name.length : start;
    const isHidden = isDirective ? name === "__has_include" : isAttribute(name, place, hasArguments) || isDecoration(place) || isBehindClass(place) || (!hasArguments && isAlone(place, text, start));
    if (isHidden) ranges.push({ start: from, end: (behind = end) });
  }
  return ranges;
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
  const hasType = (words.match(/[\w:"]+/g) ?? []).some((word) => !STORAGE.test(word));
  if (/^[ \t]+[~\w:]+[ \t]*(?:[({;=[]|$)/.test(after)) return hasType;
  const type = /^[ \t]+(\w[\w:]*)(?:<[^;{}]*>)?[ \t*&]+[~\w:*&]/.exec(after)?.[1];
  return type !== undefined && (hasType || !/^[A-Z][A-Z\d_]+$/.test(type));
}

/** `class API Store {`, also with several macros. */
function isBehindClass({ before, after }: Place): boolean {
  const keyword = /\b(class|struct|union|enum(?:[ \t]+class)?)[ \t]+(?:[A-Z][A-Z\d_]{3,}(?:\([^()]*\))?[ \t]+)*$/.exec(before)?.[1];
  return keyword !== undefined && /^[ \t]+(?:[A-Z][A-Z\d_]{3,}(?:\([^()]*\))?[ \t]+)*\w[\w:]*(?:<.*>)?(?:[ \t]+(?:final|[A-Z][A-Z\d_]{3,}))*[ \t]*(?:[{:]|$)/.test(after) || (keyword === "class" && /^[ \t]+\w+;/.test(after));
}

/** On a line of its own between declarations, where neither an expression nor a list goes on. */
function isAlone({ before, after }: Place, text: string, start: number): boolean {
  if (before.trim() !== "" || !/^[ \t]*(?:\/[/*].*)?$/.test(after)) return false;
  const above = text.slice(Math.max(0, start - WINDOW), start).trimEnd().split("\n").at(-1)?.trim() ?? "";
  const below = text.slice(start, start + 2 * WINDOW).split("\n").slice(1).join("\n").trimStart().charAt(0);
  return (above === "" || /^#|^\/\/|[;{}>:]$|\*\/$/.test(above)) && !/[{}()[\],=.+|&?<>;:*-]/.test(below);
}
