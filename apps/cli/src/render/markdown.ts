/** Code in Markdown, whatever it contains: shared by the commands that print Markdown. Pure. */

/** A fence longer than any run of backticks in the text; at least three. */
export function fenceAround(text: string): string {
  return "`".repeat(Math.max(3, longestRun(text) + 1));
}

/** A code span that may contain backticks, on one line. */
export function inCode(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, " ");
  const ticks = "`".repeat(longestRun(line) + 1);
  return ticks.length === 1 ? `\`${line}\`` : `${ticks} ${line} ${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
