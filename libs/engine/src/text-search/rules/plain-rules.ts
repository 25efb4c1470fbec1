/**
 * Which ignore rules ripgrep reads as git does. Its patterns know braces and take a character for what is a
 * byte to git, it trims more than spaces, and some brackets are errors to it. What is plain here means the
 * same to both; pure.
 */
import { literalPattern } from "../../ignore/path-matcher.ts";
import { type IgnoreRule, type RuleSource, parseRules } from "../../ignore/rule.ts";

/** A character that stands for itself, `*`, or a bracket of letters and digits. */
const NAME = String.raw`(?:[\w.+@~#,=$%&():;<>|^'"\x60! -]|\*(?!\*)|\[(?:[A-Za-z0-9_.]|a-z|A-Z|0-9)+\])+`;
const PLAIN = new RegExp(String.raw`^/?(?:(?:${NAME}|\*\*)/)*(?:${NAME}|(?<=/)\*\*)$`);

/** Whether a pattern, without a `!` in front or a `/` at the end, is plain. */
export function isPlainGlob(glob: string): boolean {
  return PLAIN.test(glob) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(glob);
}

/** Whether ripgrep understands every rule of a control file as git does. */
export function isPlainFile(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString("latin1");
  const rules = rulesOf(content);
  if (rules === null || /^\xef\xbb\xbf|\0|\r(?!\n)/.test(text)) return false;
  // Lines that are no rule to git could be one to ripgrep: `/`, or a tab.
  const lines = text
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => !line.startsWith("#") && line.trim() !== "");
  return (
    lines.length === rules.length &&
    lines.every((line) => !line.includes("\t")) &&
    rules.every(({ glob, negated }) => isPlainGlob(glob) && !(negated && glob.startsWith("!")))
  );
}

/** Ripgrep takes a hundredth of a millisecond to read one, and holds each path against all of them. */
const MAX_RULES = 10_000;

/** The rules of a control file; null where they are more than ripgrep had better be told. */
export function rulesOf(content: Uint8Array): IgnoreRule[] | null {
  const rules = parseRules(content, SOURCE);
  return rules.length > MAX_RULES ? null : rules;
}

/**
 * What comes of a rule for a list that is relative to the root: its line, nothing that can match, or no way
 * to say it.
 */
export type Rewritten =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "never" }
  | { readonly kind: "special" };

/**
 * @param base the folder that the rule is relative to: `""` the root, `src/a` below it; `../..` with the
 * names on the way in `below`
 */
export function rewritten(
  rule: Pick<IgnoreRule, "glob" | "negated" | "directoryOnly">,
  base: string,
  below: readonly string[] = [],
): Rewritten {
  const { glob } = rule;
  if (!isPlainGlob(glob) || glob.startsWith("!")) return { kind: "special" };
  const line = (pattern: string): Rewritten => ({
    kind: "line",
    line: `${rule.negated ? "!" : ""}${pattern.startsWith("#") ? `\\${pattern}` : pattern}${rule.directoryOnly ? "/" : ""}`,
  });
  const isAnchored = glob.includes("/");
  if (below.length > 0) return isAnchored ? fromAbove(glob.replace(/^\//, ""), below, line) : line(glob);
  if (base === "") return line(glob);
  const prefix = `/${literalPattern(base)}`;
  return line(isAnchored ? `${prefix}/${glob.replace(/^\//, "")}` : `${prefix}/**/${glob}`);
}

/** An anchored rule of a folder above the root. */
function fromAbove(glob: string, below: readonly string[], line: (pattern: string) => Rewritten): Rewritten {
  const names = glob.split("/");
  for (const [at, name] of below.entries()) {
    const own = names[at];
    if (own === undefined) return { kind: "never" };
    if (own.includes("*") || own.includes("[")) return { kind: "special" };
    if (own !== name) return { kind: "never" };
  }
  const rest = names.slice(below.length);
  return rest.length === 0 ? { kind: "never" } : line(`/${rest.join("/")}`);
}

const SOURCE: RuleSource = { kind: "gitignore", file: null, base: "" };
