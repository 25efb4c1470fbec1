/** What an agent reads, call by call, and what that costs until it has read the right lines. Pure. */

/** Lines of a file that a call showed. */
export interface ReadSpan {
  /** Relative to the codebase. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** One call: the tokens of its whole answer, and the lines of code in it. */
export interface Step {
  readonly tokens: number;
  readonly read: readonly ReadSpan[];
}

/** A file that answers a question, or the lines of it that do. */
export interface RightSpan {
  readonly path: string;
  readonly lines?: { readonly startLine: number; readonly endLine: number };
}

/** Tokens and calls up to and including a call. */
export interface Cost {
  readonly tokens: number;
  readonly calls: number;
}

/** Whether a call showed at least one line of a right file. A path in a listing is no line of the file. */
export function readsRightFile({ read }: Step, right: readonly RightSpan[]): boolean {
  return read.some((span) => right.some(({ path }) => span.path === path));
}

/** Whether a call showed at least one of the right lines. Right files without lines do not count. */
export function readsRightLines({ read }: Step, right: readonly RightSpan[]): boolean {
  return read.some((span) =>
    right.some(
      ({ path, lines }) =>
        span.path === path &&
        lines !== undefined &&
        span.startLine <= lines.endLine &&
        span.endLine >= lines.startLine,
    ),
  );
}

/** Cost of all calls until the first that reaches a goal; null if none does. */
export function costUntil(steps: readonly Step[], reaches: (step: Step) => boolean): Cost | null {
  let tokens = 0;
  for (const [at, step] of steps.entries()) {
    tokens += step.tokens;
    if (reaches(step)) return { tokens, calls: at + 1 };
  }
  return null;
}

/** Share of questions whose goal is reached within a number of tokens. NaN without questions. */
export function recallWithin(costs: readonly (Cost | null)[], maxTokens: number): number {
  return costs.filter((cost) => cost !== null && cost.tokens <= maxTokens).length / costs.length;
}

/** Whether all lines of a span are among those that were read. */
export function isRead(span: ReadSpan, read: readonly ReadSpan[]): boolean {
  const parts = read
    .filter(({ path }) => path === span.path)
    .sort((left, right) => left.startLine - right.startLine);
  let next = span.startLine;
  for (const { startLine, endLine } of parts) {
    if (startLine > next) break;
    next = Math.max(next, endLine + 1);
  }
  return next > span.endLine;
}
