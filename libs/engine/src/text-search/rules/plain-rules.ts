/**
 * Decides which ignore rules mean the same to ripgrep and to git. Ripgrep's patterns know braces and match
 * characters where git matches bytes, it trims more than spaces, and it rejects some brackets. Rules without
 * any of that are called plain. Pure.
 */
import { literalPattern } from "../../ignore/path-matcher.ts";
import { type IgnoreRule, type RuleSource, parseRules } from "../../ignore/rule.ts";

/** Literal characters, `*`, or a bracket of letters and digits. */
const NAME = String.raw`(?:[\w.+@~#,=$%&():;<>|^'"\x60! -]|\*(?!\*)|\[(?:[A-Za-z0-9_.]|a-z|A-Z|0-9)+\])+`;
const PLAIN = new RegExp(String.raw`^/?(?:(?:${NAME}|\*\*)/)*(?:${NAME}|(?<=/)\*\*)$`);

/** Whether a pattern, without a leading `!` or a trailing `/`, is plain. */
export function isPlainGlob(glob: string): boolean {
  return PLAIN.test(glob) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(glob);
}

/** Whether ripgrep reads every rule of an ignore file as git does. */
export function isPlainFile(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString("latin1");
  const rules = rulesOf(content);
  if (rules === null || /^\xef\xbb\xbf|\0|\r(?!\n)/.test(text)) return false;
  // Lines that are not rules to git (`/`, or a tab) could be rules to ripgrep.
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

/** Ripgrep takes a hundredth of a millisecond to read a rule and tests each path against all of them. */
const MAX_RULES = 10_000;

/** The rules of an ignore file; null if there are too many for ripgrep. */
export function rulesOf(content: Uint8Array): IgnoreRule[] | null {
  const rules = parseRules(content, SOURCE);
  return rules.length > MAX_RULES ? null : rules;
}

/**
 * A rule rewritten for a list that is relative to the root: a line, a rule that can match nothing, or one
 * that cannot be expressed.
 */
export type Rewritten =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "never" }
  | { readonly kind: "special" };

/**
 * Rewrites a rule relative to the root.
 *
 * @param base the folder that the rule is relative to: `""` is the root, `src/a` a folder in it; `../..` is
 *   above it, with the folder names down to the root in `below`
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

/** Rewrites an anchored rule of a folder above the root. */
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
