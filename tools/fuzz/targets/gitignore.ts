import { bracedPatterns, isClosed, plainPatterns } from "../../../libs/engine/src/ignore/braces.ts";
import {
  compilePathPatterns,
  compileRules,
  literalPattern,
} from "../../../libs/engine/src/ignore/path-matcher.ts";
import { parseRules } from "../../../libs/engine/src/ignore/rule.ts";
import { type Glob, STEP, matchesGlob, parseGlob } from "../../../libs/engine/src/ignore/wildmatch/glob.ts";
import { globProblems, operatorProblems, pathScope } from "../../../libs/engine/src/scope/path-scope.ts";
import { EngineError } from "../../../libs/engine/src/errors.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const PATHS = ["a", "a/b", "src/a.ts", "src/deep/a.b.ts", ".gitignore", "é/ü.ts", "a b/[c]", "x/y/z/w"];
const SLASH = 0x2f;

export default fuzzTarget({
  checks:
    "ignore files, globs and braces: never throw, agree with a matcher that tries everything, and " +
    "literal patterns match themselves alone",
  dictionary: ["**/", "/**", "*.{ts,tsx}", "[[:alpha:]]", "[!a-c]", "\\", "./", "{a,b}", "\ufeff"],
  maxBytes: 1_024,
  // No query is longer, and patterns in arguments are even shorter.
  stretchBytes: 10_000,
  // Braces allow up to a hundred alternatives, each compiled and compared in several ways.
  maxSteps: (bytes) => 1_000_000 + 10_000 * bytes,
  run(input) {
    const reader = new InputReader(input);
    const [pattern, path, rest] = [reader.line(), reader.line(), reader.restText()];
    checkRules(rest);
    checkGlob(pattern, path);
    checkScope([pattern, ...rest.split("\n").slice(0, 4)], path);
    const file = path
      .replaceAll(/[\0\r\n]/g, "")
      .replaceAll(/\/{2,}/g, "/")
      .replace(/^\/|\/$/g, "")
      .normalize("NFC");
    if (file !== "" && !compilePathPatterns([`/${literalPattern(file)}`])(file))
      throw new Error(`${JSON.stringify(file)} is not what its literal pattern matches`);
  },
});

function checkRules(text: string): void {
  const rules = parseRules(text, { kind: "own", file: null, base: "" });
  for (const { glob, line } of rules)
    if (glob === "" || line < 1) throw new Error(`A rule ${JSON.stringify(glob)} on line ${line}`);
}

function checkGlob(pattern: string, text: string): void {
  const glob = parseGlob(pattern);
  if (!glob) return;
  const [short, steps] = [text.slice(0, 40), glob.steps.slice(0, 40)];
  const some: Glob = { ...glob, steps };
  if (matchesGlob(some, short) !== matchesByTrying(some, short))
    throw new Error(
      `${JSON.stringify(pattern)} on ${JSON.stringify(short)}: ${matchesGlob(some, short)}, but trying ` +
        "everything says otherwise",
    );
  matchesGlob(glob, text);
}

/** Reference implementation: each step by its definition, trying all ways. */
function matchesByTrying({ steps, brackets }: Glob, text: string): boolean {
  const known = new Map<number, boolean>();
  const fits = (step: number, at: number): boolean => {
    const key = step * 1_000 + at;
    let result = known.get(key);
    if (result === undefined) known.set(key, (result = tried(step, at)));
    return result;
  };
  const tried = (step: number, at: number): boolean => {
    const wanted = steps[step];
    if (wanted === undefined) return at === text.length;
    const byte = text.charCodeAt(at);
    const isLeft = at < text.length;
    if (wanted === STEP.run) return fits(step + 1, at) || (isLeft && byte !== SLASH && fits(step, at + 1));
    if (wanted === STEP.rest) return fits(step + 1, at) || (isLeft && fits(step, at + 1));
    if (wanted === STEP.folders) {
      for (let from = at; ; from = text.indexOf("/", from) + 1) {
        if (fits(step + 1, from)) return true;
        if (text.indexOf("/", from) === -1) return false;
      }
    }
    if (!isLeft) return false;
    const isFit =
      wanted < 256
        ? wanted === byte
        : wanted === STEP.any
          ? byte !== SLASH
          : brackets[wanted - STEP.bracket]?.[byte] === 1;
    return isFit && fits(step + 1, at + 1);
  };
  return fits(0, 0);
}

function checkScope(patterns: readonly string[], path: string): void {
  for (const pattern of patterns) {
    isClosed(pattern);
    if ((bracedPatterns(pattern)?.length ?? 1) < 1)
      throw new Error(`${JSON.stringify(pattern)} stands for nothing`);
  }
  operatorProblems(patterns);
  try {
    const { accepts } = pathScope({ include_globs: patterns.slice(0, 2), exclude_globs: patterns.slice(2) });
    for (const file of PATHS) accepts(file);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "INVALID_ARGUMENTS") throw error;
    return;
  }
  if (globProblems("include_globs", patterns).length > 0)
    throw new Error("A pattern with problems was taken");
  // Simple patterns are compiled to comparisons; the result must be that of the ignore rules.
  const plain = patterns.flatMap((pattern) => plainPatterns(pattern) ?? pattern);
  const [quick, slow] = [compilePathPatterns(patterns), compileRules(plain)];
  for (const file of [...PATHS, ...(isPath(path) ? [path.normalize("NFC")] : [])])
    if (quick(file) !== slow(file))
      throw new Error(
        `${JSON.stringify(patterns)} on ${JSON.stringify(file)}: ${quick(file)} by comparison, ` +
          `${slow(file)} by rules`,
      );
}

function isPath(text: string): boolean {
  return (
    text !== "" &&
    !/[\0\r\n\ufffd]/.test(text) &&
    text.split("/").every((name) => name !== "" && name !== "." && name !== "..")
  );
}
