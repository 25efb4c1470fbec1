/** Masks keys and passwords in a configuration before it is shown. Pure. */

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
