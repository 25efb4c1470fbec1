/**
 * What an ignore rule is, and how the text of a control file becomes rules. Reads a file as git does:
 * comments, `!`, escapes, trailing spaces, carriage returns and a byte order mark.
 */

/**
 * The origin of a rule, in ascending order of strength. The exception is `builtin`: a fixed rule that nothing
 * overrides.
 *
 * `work_tree` ignores the other work trees of the repository, `global` is the file of `core.excludesFile`,
 * `info_exclude` the repository's `info/exclude`, `own` the codebase's own patterns.
 */
export type RuleLayer =
  | "builtin"
  | "default"
  | "work_tree"
  | "global"
  | "info_exclude"
  | "gitignore"
  | "satoriignore"
  | "own";

/** The file or list that a rule was read from. */
export interface RuleSource {
  readonly kind: RuleLayer;
  /**
   * Name for people: relative to the codebase root with `/` (`../.gitignore` for a parent), or starting with
   * `~/`. Null: no file.
   */
  readonly file: string | null;
  /**
   * The folder that the rule is relative to, as seen from the root: `""` is the root, `src/a` is below it,
   * `..` is its parent.
   */
  readonly base: string;
}

/** One pattern of one source. */
export interface IgnoreRule {
  /** As written, without trailing spaces. */
  readonly pattern: string;
  /** 1-based line in the file, or position in the list. */
  readonly line: number;
  readonly source: RuleSource;
  /** Whether the pattern starts with `!`: what it matches is indexed. */
  readonly negated: boolean;
  /** Whether the pattern ends with `/`: it matches only folders. */
  readonly directoryOnly: boolean;
  /** The part that is compared: `pattern` without its `!` and trailing `/`, as a byte string. */
  readonly glob: string;
}

const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/**
 * Reads the rules of a control file, in file order. Lines that cannot match anything (blank lines, comments,
 * a lone `!` or `/`) yield no rule. Never throws.
 *
 * @param content the file; prefer bytes, since a pattern need not be valid UTF-8
 */
export function parseRules(content: string | Uint8Array, source: RuleSource): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const bytes = typeof content === "string" ? toByteString(content) : Buffer.from(content).toString("latin1");
  const text = bytes.startsWith(BYTE_ORDER_MARK) ? bytes.slice(BYTE_ORDER_MARK.length) : bytes;
  for (const [index, line] of text.split("\n").entries()) {
    const rule = parseLine(line, index + 1, source);
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

/**
 * The UTF-8 bytes of a text, one character (0–255) per byte, as git compares names. ASCII text is returned
 * unchanged.
 */
export function toByteString(text: string): string {
  return NON_ASCII.test(text) ? Buffer.from(text, "utf8").toString("latin1") : text;
}

const NON_ASCII = /[\u0080-\uffff]/;

function parseLine(line: string, number: number, source: RuleSource): IgnoreRule | null {
  if (line.startsWith("#")) return null;
  const written = withoutTrailingSpaces(withoutLineEnd(line));
  const negated = written.startsWith("!");
  const directoryOnly = written.endsWith("/");
  const glob = written.slice(negated ? 1 : 0, directoryOnly ? -1 : undefined);
  if (glob === "") return null;
  return { pattern: fromByteString(written), line: number, source, negated, directoryOnly, glob };
}

/** Git treats lines as C strings: it drops one carriage return at the end, then cuts at the first NUL. */
function withoutLineEnd(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const nul = text.indexOf("\0");
  return nul < 0 ? text : text.slice(0, nul);
}

/** Drops trailing spaces (not tabs), unless a backslash escapes them. */
function withoutTrailingSpaces(text: string): string {
  if (!text.endsWith(" ")) return text;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") {
      // A lone backslash at the end turns the trimming off, as in git.
      if (++at === text.length) return text;
      end = at + 1;
    } else if (text[at] !== " ") {
      end = at + 1;
    }
  }
  return text.slice(0, end);
}

function fromByteString(bytes: string): string {
  return NON_ASCII.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}
