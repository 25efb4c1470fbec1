/**
 * Rewrites calls of macros that are not expressions into code of the same length that the grammars of C and
 * C++ understand: declarations and heads of loops. A declared name stays where it is, because names are read
 * from the original text. Pure.
 *
 *   SYSCALL_DEFINE2(kill, pid_t, pid, int, sig) {    →  long            kill( pid_t  pid, int  sig) {
 *   static DEFINE_PER_CPU(struct task *, current);   →  static                struct task *  current ;
 *   DECLARE_WORK(work, run);                         →  DECLARE_WORK work=(run);
 *   for_each_cpu(cpu) {                              →  for_each_cpu(cpu);{
 */
import { blank } from "../../blank.ts";
import { closingAfter, tokenAfter } from "./tokens.ts";

/** Heads of functions with their name, and then a type and a name for each parameter. */
const FUNCTION_HEAD = /^(?:static[ \t]+)?([A-Z][A-Z\d_]*(?:_DEFINE|CALL_)(\d))\((?=[ \t]*\w+[ \t]*,)/gm;

/** Macros that declare a variable or field by its name, as in Linux and many other projects. */
const VARIABLE =
  /^(?:static[ \t]+|extern[ \t]+)?((?:__)?(?:DEFINE|DECLARE)_[A-Z\d_]+|[A-Z\d_]*(?:LIST|NOTIFIER|QUEUE)_HEAD)\([ \t]*(?=\w)|^[ \t]+(?:static[ \t]+)?(DECLARE_[A-Z\d_]+|DEFINE_PER_CPU[A-Z\d_]*)\([ \t]*(?=\w)/gm;

/** Macros that declare something else than their argument, or more than a name. */
const DECLARES_OTHERS =
  /EVENT|SHOW|SEQ_ATTR|DEBUGFS_ATTR|GUARD|FREE|CLASS|TRACE|_FN$|_FUNC$|FUNCTIONS?$|_OPS$|TYPE/;

/** Macros whose first argument is the type of the second. */
const TYPE_FIRST = /PER_CPU|FLEX_ARRAY/;

const TYPE =
  /\b(?:struct|union|enum|void|int|char|long|short|unsigned|signed|const|float|double)\b|\*[ \t]*[,)]|[{;]/;

/** Heads of loops, up to their opening bracket. */
const LOOP = /^[ \t]+\w{0,60}(?:[Ff]or_?[Ee]ach|FOR_?EACH)\w{0,60}[ \t]{0,8}\(/gm;

/** A quick test, because most files have none. */
const SIGNS = /[Ff]or_?[Ee]ach|FOR_?EACH|DEFINE_|DECLARE_|(?:LIST|NOTIFIER|QUEUE)_HEAD|_DEFINE\d|CALL_\d/;

/** Applies all rewrites of this file. */
export function plainMacroCalls(text: string): string {
  return SIGNS.test(text) ? loops(variables(functions(text))) : text;
}

/** The grammars expect a semicolon after a call; what the macro repeats is read as a statement of its own. */
function loops(text: string): string {
  return replaced(text, LOOP, (head) => {
    const end = closingAfter(text, head.index + head[0].length - 1);
    if (end === null) return null;
    const next = tokenAfter(text, end);
    const gap = text.slice(end, next.start).search(/[ \t]/);
    const isHead = gap !== -1 && (next.text === "{" || /^\w/.test(next.text));
    return isHead ? { start: end + gap, end: end + gap + 1, text: ";" } : null;
  });
}

function functions(text: string): string {
  return replaced(text, FUNCTION_HEAD, (head, macro, digit) => {
    const open = head.index + head[0].length - 1;
    const end = closingAfter(text, open);
    if (end === null || tokenAfter(text, end).text !== "{") return null;
    const commas = topCommas(text, open, end);
    if (commas.length !== 2 * Number(digit)) return null;
    const start = open - macro.length;
    // The name, then types and names in turn: the first comma opens the list, and each other one separates
    // a type from its name, or two parameters.
    const parameters = text.slice(open + 1, end).split("");
    for (const [at, comma] of commas.entries())
      parameters[comma - open - 1] = at === 0 ? "(" : at % 2 === 1 ? " " : ",";
    return { start, end, text: "long".padEnd(open + 1 - start) + parameters.join("") };
  });
}

function variables(text: string): string {
  return replaced(text, VARIABLE, (call, macro) => {
    const open = text.indexOf("(", call.index);
    const end = closingAfter(text, open);
    if (end === null || DECLARES_OTHERS.test(macro) || !/^[;=]$/.test(tokenAfter(text, end).text))
      return null;
    const inner = text.slice(open + 1, end - 1);
    const [comma] = topCommas(text, open, end);
    const start = open - macro.length;
    if (TYPE_FIRST.test(macro))
      return comma === undefined
        ? null
        : {
            start,
            end,
            text: `${"volatile".padEnd(macro.length + 1)}${withBlank(text.slice(open + 1, end - 1), comma - open - 1)} `,
          };
    if (!/^\s*\w+\s*(?:,|$)/.test(inner)) return null;
    return { start, end, text: `${macro} ${valueOf(inner)}` };
  });
}

/** `name, a, b` → `name=(a, b)`; the value is left out if it is none. */
function valueOf(inner: string): string {
  const comma = inner.indexOf(",");
  if (comma === -1) return `${inner} `;
  const rest = inner.slice(comma + 1);
  if (TYPE.test(`${rest})`) || !/^[ \t]/.test(rest)) return inner.slice(0, comma) + blank(`,${rest})`);
  return `${inner.slice(0, comma)}=(${rest.slice(1)})`;
}

function withBlank(text: string, at: number): string {
  return `${text.slice(0, at)} ${text.slice(at + 1)}`;
}

/** Offsets of the commas between arguments; the brackets are at `open` and before `end`. */
function topCommas(text: string, open: number, end: number): number[] {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open; at < end; at++) {
    const sign = text[at] as string;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "," && depth === 1) commas.push(at);
  }
  return commas;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function replaced(
  text: string,
  pattern: RegExp,
  replacementOf: (match: RegExpExecArray, macro: string, digit: string) => Replacement | null,
): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const replacement = replacementOf(match, match[1] ?? match[2] ?? "", match[2] ?? "");
    if (!replacement || replacement.start < from) continue;
    parts.push(text.slice(from, replacement.start), replacement.text);
    from = replacement.end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
