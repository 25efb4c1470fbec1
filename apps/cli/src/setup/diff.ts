/** The lines that an edit changes, with some around them. Pure. */

const CONTEXT_LINES = 3;
/** Lines of others are shown for orientation; a key in them is nobody's business. */
const SECRET_LINE = /^(\s*"?[\w.-]*(?:key|token|secret|password|authorization|bearer)[\w.-]*"?\s*[:=]\s*).*?(,?)\s*$/i;

/** One hunk, as `diff -u` writes it: an edit stays in one place. Empty where nothing differs. */
export function renderDiff(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const from = Math.max(0, start - CONTEXT_LINES);
  const behind = Math.min(end, CONTEXT_LINES);
  const shared = (lines: readonly string[]): string[] => lines.map((line) => ` ${line.replace(SECRET_LINE, "$1[secret]$2")}`);
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  return [
    `@@ -${rangeOf(from, start - from + removed.length + behind)} +${rangeOf(from, start - from + added.length + behind)} @@`,
    ...shared(old.slice(from, start)),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...shared(old.slice(old.length - end, old.length - end + behind)),
  ];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function rangeOf(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}
