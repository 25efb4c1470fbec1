/** What `git log -L` lists for some lines, and which of these commits say something about a function. */

export interface LineCommit {
  readonly commit: string;
  /** Author date in milliseconds. */
  readonly date: number;
  /** The lines before and after the commit: git shows all of them. */
  readonly before: string;
  readonly after: string;
}

export interface Lines {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
}

const MARK = "\u0001";

/** @param git runs git and returns its output */
export function lineLog(
  git: (args: readonly string[]) => string,
  { file, startLine, endLine }: Lines,
): LineCommit[] {
  const printed = git(["log", `-L${startLine},${endLine}:${file}`, `--format=${MARK}%H %at`, "-M"]);
  return printed
    .split(MARK)
    .slice(1)
    .map((record) => {
      const [head = "", ...lines] = record.split("\n");
      const [commit = "", seconds = ""] = head.split(" ");
      const patch = lines.slice(lines.findIndex((line) => line.startsWith("@@")) + 1);
      const version = (other: string): string =>
        patch
          .filter((line) => /^[-+ ]/.test(line) && !line.startsWith(other))
          .map((line) => line.slice(1))
          .join("\n");
      return { commit, date: Number(seconds) * 1_000, before: version("+"), after: version("-") };
    });
}

/** Removes comments, docstrings and spaces, roughly. */
export function codeOf(file: string): (text: string) => string {
  const comments = /\.(?:py|rb)$/.test(file)
    ? /^\s*[rRuU]?("""|''')[\s\S]*?\1|^\s*"[^"\n]*"$|(?<!["'\w])#.*$/gm
    : /\/\*[\s\S]*?\*\/|(?<![:"'])\/\/.*$/gm;
  return (text) => text.replaceAll(comments, "").replaceAll(/\s+/g, "");
}

/** Commits after which the lines have one of the names, and that change more than comments and layout. */
export function expectedCommits(
  log: readonly LineCommit[],
  names: ReadonlySet<string>,
  code: (text: string) => string,
): string[] {
  const isNamed = (text: string): boolean =>
    (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).some((word) => names.has(word));
  return log
    .filter(({ after }) => isNamed(after))
    .filter(({ before, after }) => code(after) !== code(before))
    .map(({ commit }) => commit);
}
