/** Shows the lines that an edit changes, with context. Pure. */

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

// Masks keys and passwords in a configuration before it is shown. Pure.

/**
 * A whole word that contains one of these names. Anchored at the start of a word, so that matching takes
 * linear time.
 */
const NAME = String.raw`(?<![\w.-])(?=[\w.-]*?(?:key|token|secret|pass(?!ive)|credential|authorization|bearer|(?:_|-|\b)pat(?![a-z])))[\w.-]+`;
/**
 * The text before a value: a property, variable or header; a flag with its value after it or in the next
 * string; and the scheme of an authorization header.
 */
const BEFORE = String.raw`${NAME}\\*["']?\s*[:=]\s*|(?=-)${NAME}(?:["']\s*,\s*|[ \t]+)|\bbearer[ \t]+`;
const STRING = String.raw`"(?:[^"\\\r\n]|\\.)*"?|'[^'\r\n]*'?`;
/**
 * Any value of JSON and TOML except objects, whose names are matched in turn; inside a string, up to its end.
 * No alternative requires a terminator that may be missing.
 */
const VALUE = String.raw`("""|''')[\s\S]*?(?:\2|$)|${STRING}|\[(?:${STRING}|[^\]"'])*\]?|(?:true|false|null|[\d.+-]+)(?=\s*(?:[,}\]\r\n]|$))|(?:[^\s"'[{\\]|\\.)(?:[^"\\\r\n]|\\.)*`;
const SECRET = new RegExp(`(${BEFORE})(?:${VALUE})`, "gi");
/**
 * Secrets that are recognizable by their form: keys of model services, GitHub, GitLab, Slack, Google and AWS,
 * and signed tokens.
 */
const KNOWN_FORM =
  /\b(?:sk-[\w-]{16,}|gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{10,}|AIza[\w-]{30,}|A[KS]IA[0-9A-Z]{16}\b|eyJ[\w-]{10,}\.[\w-]+\.[\w-]*)/g;
const PASSWORD_IN_URL = /(:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/g;

/** The same lines, with secrets replaced. Most are recognized by name: key, token and the like. */
export function maskSecrets(text: string): string {
  const masked = text.replace(
    SECRET,
    (found: string, before: string) =>
      `${before}[secret]${found.slice(before.length).replace(/[^\r\n]/g, "")}`,
  );
  return masked.replace(PASSWORD_IN_URL, "$1[secret]").replace(KNOWN_FORM, "[secret]");
}
