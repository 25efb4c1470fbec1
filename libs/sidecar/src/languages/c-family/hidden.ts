/** Combines the parts of C and C++ that their grammars cannot handle and that can be left out. Pure. */
import { blank, hideRanges } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { hiddenAnnotations } from "./annotations.ts";
import { hiddenMacros } from "./macros.ts";

/** Ranges to hide from the parser, sorted by start, not overlapping. */
export function hiddenParts(text: string): TextRange[] {
  const code = codeOf(text);
  const branches = hiddenBranches(text, code);
  const macros = hiddenMacros(hideRanges(text, branches));
  const known = [...branches, ...macros].sort(byPosition);
  const annotations = hiddenAnnotations(hideRanges(code, known));
  return annotations.length === 0 ? known : [...known, ...annotations].sort(byPosition);
}

/** Files that others include, which may define macros first. */
const INCLUDED = /\.(?:h|hh|hpp|hxx|inc|inl|ipp|ixx|tcc|tpp)$/i;
/** Directives that define a macro, or may bring a definition. */
const MAY_DEFINE = /^[ \t]*#[ \t]*(?:define|import|include)/m;

/** Words of compilers, CUDA's included, that need no header. */
const COMPILER_WORD =
  /^_{1,2}(?:attribute(?:__)?|declspec|extension__|forceinline|pragma|interface|w64|s?ptr(?:32|64)?|uptr|pascal|(?:c|clr|std|fast|this|reg|vector)(?:call|decl)|thread|inline(?:__)?|far|near|interrupt|global__|device__|host__|shared__|constant__|managed__|launch_bounds__)$/;

/**
 * Whether a source file uses annotations such as `__init`, but neither defines nor includes anything.
 * Annotations in capitals (`MY_API`) do not count: they are often given on the command line of the compiler,
 * or come from the file that includes this one. Nor does what compilers know themselves (`__attribute__`).
 */
export function lacksMacros(path: string, text: string): boolean {
  if (INCLUDED.test(path) || MAY_DEFINE.test(text)) return false;
  const code = codeOf(text);
  return hiddenAnnotations(code).some(({ start, end }) => {
    const word = /^\w+/.exec(code.slice(start, end))?.[0] ?? "";
    return word.startsWith("_") && !COMPILER_WORD.test(word);
  });
}

function byPosition(left: TextRange, right: TextRange): number {
  return left.start - right.start || left.end - right.end;
}

const NO_CODE =
  /\/\*(?:[^]*?\*\/|[^]*)|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|^[ \t]*#(?:.*\\\r?\n)*.*$/gm;

/** The text with directives, comments and strings blanked. */
function codeOf(text: string): string {
  return text.replace(NO_CODE, blank);
}

// Preprocessor directives of C and C++ around less than a whole statement or declaration: elements of a list,
// or several heads of one block. The grammars support neither, and would end the enclosing node at the
// directive. Pure.

interface Directive extends TextRange {
  readonly word: string;
  readonly condition: string;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b(.*(?:\\\r?\n.*)*)$/gm;
/** Real sources nest a dozen deep; each level rescans everything inside. */
const MAX_DEPTH = 20;
const MAX_HEAD = 400;
/** Matches the head of a statement that is followed by a block. */
const STATEMENT_HEAD = /\b(?:if|for|while|switch)\b[^{};]*\)\s*$|\b(?:else|do)\s*$/;

/**
 * Ranges to hide from the parser, sorted by start, not overlapping.
 *
 * @param code the text with directives, comments and strings blanked
 */
export function hiddenBranches(text: string, code = codeOf(text)): TextRange[] {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return [];
  const hidden: TextRange[] = [];
  const open: Directive[][] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const word = match[1] as string;
    const directive: Directive = {
      word,
      condition: match[2] ?? "",
      start: match.index,
      end: match.index + match[0].length,
    };
    if (word.startsWith("if")) open.push([directive]);
    else open.at(-1)?.push(directive);
    if (word !== "endif") continue;
    const group = open.pop();
    if (group && open.length < MAX_DEPTH) for (const range of hiddenOfGroup(code, group)) hidden.push(range);
  }
  return hidden.sort((left, right) => left.start - right.start || right.end - left.end).filter(isOutermost());
}

/**
 * @param code with directives, comments and strings blanked
 * @param group the directives from `#if` to its `#endif`
 */
function hiddenOfGroup(code: string, group: readonly Directive[]): TextRange[] {
  const branches = group
    .slice(1)
    .map((next, at): TextRange => ({ start: (group[at] as Directive).end, end: next.start }));
  const codes = branches.map(({ start, end }) => code.slice(start, end));
  const directives = group.map(({ start, end }): TextRange => ({ start, end }));
  const braces = codes.map(opened);
  if (codes.some((branch) => branch.trimEnd().endsWith(",")) && braces.every((own) => own?.length === 0))
    return directives;
  const count = braces[0]?.length ?? 0;
  const isAlike =
    branches.length > 1 &&
    count > 0 &&
    group.at(-2)?.word === "else" &&
    braces.every((own) => own?.length === count);
  if (!isAlike || /^\s*0\s*$/.test(group[0]?.condition ?? "")) return [];
  return [
    ...directives,
    ...branches
      .slice(1)
      .flatMap((branch, at) =>
        withoutBlocks(branch, codes[at + 1] as string, braces[at + 1] as readonly number[]),
      ),
  ];
}

/**
 * For branches that end in heads of statements, only the opening braces, so that the calls in the heads are
 * still read; any other branch as a whole.
 */
function withoutBlocks(branch: TextRange, code: string, braces: readonly number[]): readonly TextRange[] {
  if (!braces.every((at) => STATEMENT_HEAD.test(code.slice(Math.max(0, at - MAX_HEAD), at)))) return [branch];
  return braces.map((at) => ({ start: branch.start + at, end: branch.start + at + 1 }));
}

/** Offsets of braces that are not closed; null if more braces are closed than opened. */
function opened(code: string): readonly number[] | null {
  const open: number[] = [];
  for (let at = 0; at < code.length; at++) {
    if (code[at] === "{") open.push(at);
    else if (code[at] === "}" && open.pop() === undefined) return null;
  }
  return open;
}

function isOutermost(): (range: TextRange) => boolean {
  let behind = -1;
  return ({ start, end }) => start >= behind && (behind = end) >= 0;
}
