/** Reads dotted names from the text. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder, SitePosition } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

/** Whether a text consists of names and dots; names with characters beyond ASCII are read from the tree. */
export function isPath(text: string): boolean {
  return /^[A-Za-z_][\w.]*$/.test(text);
}

/** The value of a path that names a type, or is only assigned to. */
export function pathValue(path: string, flow: CallFactsBuilder): ExprId {
  return valueOfPath(path, flow, (member) => member);
}

/** The value of a path, on one line, that is read: each member access may run a getter. */
export function readPath(path: string, at: SyntaxNode, flow: CallFactsBuilder): ExprId {
  return path.includes(".") ? readPathAt(path, placeOf(at), flow) : flow.name(path);
}

/** Same for a callee, whose last member is not an access. */
export function readCallee(path: string, at: SyntaxNode, flow: CallFactsBuilder): ExprId {
  const first = path.indexOf(".");
  return first === -1 || !path.includes(".", first + 1)
    ? pathValue(path, flow)
    : readPathAt(path, placeOf(at), flow, path.lastIndexOf("."));
}

function readPathAt(
  path: string,
  { line, start }: SitePosition,
  flow: CallFactsBuilder,
  end = path.length,
): ExprId {
  return valueOfPath(path, flow, (member, dot) =>
    dot < end ? flow.read(member, { line, start: start + dot + 1 }) : member,
  );
}

function placeOf(node: SyntaxNode): SitePosition {
  return { line: node.startRow + 1, start: node.startIndex };
}

/**
 * @param put maps each member after a dot to its value
 */
function valueOfPath(
  path: string,
  flow: CallFactsBuilder,
  put: (member: ExprId, dot: number) => ExprId,
): ExprId {
  let dot = path.indexOf(".");
  if (dot === -1) return flow.name(path);
  let value = flow.name(path.slice(0, dot));
  while (dot !== -1) {
    const next = path.indexOf(".", dot + 1);
    value = put(memberValue(value, path.slice(dot + 1, next === -1 ? path.length : next), flow), dot);
    dot = next;
  }
  return value;
}

/** Reads the paths of an expression without calls, bindings and brackets. */
export function readPaths(node: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  if (!text.includes(".")) return;
  let line = node.startRow + 1;
  for (const { 0: token, 1: path, index } of text.matchAll(TOKEN)) {
    if (token === "\n") line++;
    else if (path !== undefined) readPathAt(path, { line, start: node.startIndex + index }, flow);
  }
}

/** Strings and comments, in which dots have no meaning; line ends; paths. */
const TOKEN =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*|\n|(?<![\w.])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)/g;

/** `a.__class__` is the type of `a`. */
export function memberValue(object: ExprId, name: string, flow: CallFactsBuilder): ExprId {
  return name === "__class__" ? flow.typeOf(object) : flow.member(object, name);
}

/** The name that starts at an offset. Reading the node's end costs more. */
export function nameAt(text: string, start: number): string {
  return text.slice(start, endOfName(text, start));
}

/** End of a name. No character beyond ASCII can directly follow a name. */
function endOfName(text: string, start: number): number {
  let end = start;
  while (isWordCode(text.charCodeAt(end)) || text.charCodeAt(end) > LAST_ASCII) end++;
  return end;
}

/**
 * An entry of a list that is a plain path, recognized by the comma or bracket after it; null for anything
 * else.
 */
export function plainEntry(text: string, node: SyntaxNode, flow: CallFactsBuilder): ExprId | null {
  const start = node.startIndex;
  const first = text.charCodeAt(start);
  if (!isWordCode(first) || isDigitCode(first)) return null;
  let end = start + 1;
  while (isWordCode(text.charCodeAt(end)) || text.charCodeAt(end) === DOT) end++;
  if (!ENTRY_ENDS.includes(text.charAt(end)) || end === text.length) return null;
  const path = text.slice(start, end);
  return CONSTANTS.has(path) ? null : readPath(path, node, flow);
}

/**
 * Whether a UTF-16 unit is an ASCII letter, digit or underscore. `NaN`, for an offset past the end, is none
 * of these.
 */
function isWordCode(code: number): boolean {
  const small = code | 32;
  return (small >= 97 && small <= 122) || isDigitCode(code) || code === 95;
}

function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57;
}

const LAST_ASCII = 127;
const DOT = 46;
const ENTRY_ENDS = ",)]}";
const CONSTANTS = new Set(["True", "False", "None"]);
