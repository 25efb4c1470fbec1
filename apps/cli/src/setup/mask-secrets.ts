/** Keys and passwords of others, taken out of a configuration before it is shown. Pure. */

/**
 * A whole word with one of these names in it. It begins where no word was before, so that the time it takes
 * grows with the text alone.
 */
const NAME = String.raw`(?<![\w.-])(?=[\w.-]*?(?:key|token|secret|pass(?!ive)|credential|authorization|bearer|(?:_|-|\b)pat(?![a-z])))[\w.-]+`;
/**
 * A property, a variable, a header; a flag, with the value behind it or in the next string; and what some
 * headers begin with.
 */
const BEFORE = String.raw`${NAME}\\*["']?\s*[:=]\s*|(?=-)${NAME}(?:["']\s*,\s*|[ \t]+)|\bbearer[ \t]+`;
const STRING = String.raw`"(?:[^"\\\r\n]|\\.)*"?|'[^'\r\n]*'?`;
/**
 * All of JSON and TOML but objects, in which names decide again; inside a string it goes to the string's end.
 * None needs an end that may be missing.
 */
const VALUE = String.raw`("""|''')[\s\S]*?(?:\2|$)|${STRING}|\[(?:${STRING}|[^\]"'])*\]?|(?:true|false|null|[\d.+-]+)(?=\s*(?:[,}\]\r\n]|$))|(?:[^\s"'[{\\]|\\.)(?:[^"\\\r\n]|\\.)*`;
const SECRET = new RegExp(`(${BEFORE})(?:${VALUE})`, "gi");
/**
 * What gives itself away, whatever it is called: keys of services of models, of GitHub, GitLab, Slack, Google
 * and AWS, and signed tokens.
 */
const KNOWN_FORM =
  /\b(?:sk-[\w-]{16,}|gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{10,}|AIza[\w-]{30,}|A[KS]IA[0-9A-Z]{16}\b|eyJ[\w-]{10,}\.[\w-]+\.[\w-]*)/g;
const PASSWORD_IN_URL = /(:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/g;

/**
 * The same text, line for line, without the values of what is called a key, a token or the like: mostly the
 * name decides.
 */
export function maskSecrets(text: string): string {
  const masked = text.replace(
    SECRET,
    (found: string, before: string) =>
      `${before}[secret]${found.slice(before.length).replace(/[^\r\n]/g, "")}`,
  );
  return masked.replace(PASSWORD_IN_URL, "$1[secret]").replace(KNOWN_FORM, "[secret]");
}
