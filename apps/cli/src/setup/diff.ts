/** Shows the lines that an edit changes, with context. Pure. */
import { maskSecrets } from "./mask-secrets.ts";

const CONTEXT_LINES = 3;

/**
 * One hunk in the format of `diff -u`, because an edit changes one place. Empty if nothing differs. Secrets
 * are masked in all lines, since changed lines and context may contain keys of other servers.
 */
export function renderDiff(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const from = Math.max(0, start - CONTEXT_LINES);
  const behind = Math.min(end, CONTEXT_LINES);
  const [oldShown, nowShown] = [linesOf(maskSecrets(before)), linesOf(maskSecrets(after))];
  const removed = oldShown.slice(start, old.length - end);
  const added = nowShown.slice(start, now.length - end);
  return [
    `@@ -${rangeOf(from, start - from + removed.length + behind)} ` +
      `+${rangeOf(from, start - from + added.length + behind)} @@`,
    ...oldShown.slice(from, start).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...oldShown.slice(old.length - end, old.length - end + behind).map((line) => ` ${line}`),
  ];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function rangeOf(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}
