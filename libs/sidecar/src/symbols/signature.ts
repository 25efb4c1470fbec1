/** Builds signatures: declarations without their bodies, each on one line. */
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import type { Definition } from "./definition.ts";
import type { TextRange } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";

export interface SignatureInput {
  readonly text: string;
  /** Sorted by start, not overlapping. */
  readonly comments: readonly TextRange[];
}

/** The signatures of one file. */
export class Signatures {
  /** Starts of declarations by node: one declaration may define thousands of names. */
  private readonly starts = new Map<number, number>();
  private readonly text: string;
  private readonly comments: readonly TextRange[];

  constructor({ text, comments }: SignatureInput) {
    this.text = text;
    this.comments = comments;
  }

  /**
   * Text from the start of the declaration to its body, without comments, at most
   * `SIDECAR_LIMITS.signatureChars`; null if it says no more than the name.
   */
  of(definition: Definition, name: string): string | null {
    const start = this.startOf(definition.node);
    const end = signatureEnd(definition, this.text, start + 4 * SIDECAR_LIMITS.signatureChars);
    const written = withoutComments(this.text, { start, end }, this.comments).replace(/(?:\s|\\\n)+/g, " ");
    const line = withoutOpening(written).trim();
    if (line === "" || line === name || line.replace(/["']$/, "") === name) return null;
    return line.length > SIDECAR_LIMITS.signatureChars
      ? `${line.slice(0, SIDECAR_LIMITS.signatureChars - 1)}…`
      : line;
  }

  private startOf(node: SyntaxNode): number {
    const known = this.starts.get(node.id);
    if (known !== undefined) return known;
    const start = ownStart(node);
    this.starts.set(node.id, start);
    return start;
  }
}

/** Removes what opens a body or value, or ends a statement. */
function withoutOpening(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.slice(0, trimmed.length - (OPENING.exec(trimmed.slice(-LONGEST_OPENING))?.[0].length ?? 0));
}

const OPENING = /(?:=>|->|[{:=;,\\]|\bdo|\bwhere)$/;
/** `where`, and the character before it. */
const LONGEST_OPENING = 6;

function withoutComments(text: string, { start, end }: TextRange, comments: readonly TextRange[]): string {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle] as TextRange).start < start) low = middle + 1;
    else high = middle;
  }
  let kept = "";
  let at = start;
  for (let next = comments[low]; next && next.start < end; next = comments[++low]) {
    kept += `${text.slice(at, next.start)} `;
    at = next.end;
  }
  return kept + text.slice(at, end);
}

/**
 * Start of a declaration after its leading annotations or attributes, whether direct children or in a list of
 * modifiers.
 */
function ownStart(node: SyntaxNode): number {
  // Not the start of the first child, because some grammars hide keywords (`class` of PowerShell).
  if (!/annotation|attribute|modifiers|comment/.test(node.firstChild?.type ?? "")) return node.startIndex;
  let part = node.firstChild;
  while (part) {
    const isAnnotation = /^(?:marker_)?annotation$|^attribute(?:_list|_group|_item)?$|comment$/.test(
      part.type,
    );
    if (!isAnnotation && part.type !== "modifiers") return part.startIndex;
    part = isAnnotation ? nextWithin(part, node) : (part.firstChild ?? nextWithin(part, node));
  }
  return node.startIndex;
}

/** The node after a part of a declaration: its sibling, or what follows the enclosing part. */
function nextWithin(part: SyntaxNode, declaration: SyntaxNode): SyntaxNode | null {
  if (part.nextSibling) return part.nextSibling;
  return part.parent && part.parent.id !== declaration.id ? nextWithin(part.parent, declaration) : null;
}

/** Start of a line that continues the declaration above it: Haskell's types. */
const GOES_ON = /^\s*(?:::|->|=>)/;
const WINDOW = 80;

/**
 * Start of the body. Without a body, the end of the name's line, or of the line that closes its parameters.
 * At most `limit`.
 */
function signatureEnd({ body, node, nameNode, kind }: Definition, text: string, limit: number): number {
  // A namespace statement's body is everything after it, but does not follow directly.
  const isStatement = body !== null && kind === "namespace" && body.startIndex >= node.endIndex;
  const last = Math.min(isStatement ? node.endIndex : (body?.startIndex ?? node.endIndex), limit);
  if (body) return last;
  const hasParameters = kind === "function" || kind === "method" || kind === "constructor";
  let open = 0;
  for (let at = nameNode.endIndex; at < last; at++) {
    const character = text.charAt(at);
    if (character === "\n" && (open <= 0 || !hasParameters) && !GOES_ON.test(text.slice(at, at + WINDOW)))
      return at;
    if (character === "(") open++;
    else if (character === ")") open--;
  }
  return last;
}
