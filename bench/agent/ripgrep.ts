/** An agent that greps for the words of a question and reads files. The policy is in `grep-policy.ts`. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ripgrepPaths } from "../../libs/engine/src/text-search/ripgrep/ripgrep-path.ts";
import { BenchmarkError } from "../support/failure.ts";
import { contentWords, filesByWords, inReadingOrder, windowsOf } from "./grep-policy.ts";
import { tokensOf } from "./tokens.ts";
import type { ReadSpan, Step } from "./trace.ts";

/** Lines of a listing that the agent reads, although the order of files takes all of them into account. */
const LISTED_FILES = 100;
/** Files that the agent opens before it gives up. */
const OPENED_FILES = 20;
/** Characters of a line that a reading tool shows. */
const LINE_CHARS = 2_000;

/** Greps of one codebase; each word is searched once. */
export class Ripgrep {
  private readonly folder: string;
  private readonly counts = new Map<string, ReadonlyMap<string, number>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** One `rg --count` per word, then reads. */
  async *steps(question: string): AsyncGenerator<Step> {
    const words = contentWords(question);
    const counts: ReadonlyMap<string, number>[] = [];
    for (const word of words) {
      const ofWord = await this.countsOf(word);
      counts.push(ofWord);
      const listing = [...ofWord].slice(0, LISTED_FILES).map(([path, count]) => `${path}:${count}\n`);
      yield { tokens: tokensOf(listing.join("")), read: [] };
    }
    const texts = new Map(
      filesByWords(counts)
        .slice(0, OPENED_FILES)
        .map((path) => [path, linesOf(join(this.folder, path))]),
    );
    const windows = [...texts].map(([path, lines]) =>
      windowsOf(lines, words).map((window): ReadSpan => ({ path, ...window })),
    );
    for (const window of inReadingOrder(windows)) {
      const shown = (texts.get(window.path) ?? []).slice(window.startLine - 1, window.endLine);
      yield {
        tokens: tokensOf(shown.map((line) => `${line.slice(0, LINE_CHARS)}\n`).join("")),
        read: [window],
      };
    }
  }

  private async countsOf(word: string): Promise<ReadonlyMap<string, number>> {
    const counted = this.counts.get(word) ?? countLines(await runRipgrep(this.folder, word));
    this.counts.set(word, counted);
    return counted;
  }
}

function countLines(listing: string): Map<string, number> {
  return new Map(
    listing
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const colon = line.lastIndexOf(":");
        return [line.slice("./".length, colon), Number(line.slice(colon + 1))];
      }),
  );
}

/** As `rg` prints it: `./path:count`, by path. */
async function runRipgrep(folder: string, word: string): Promise<string> {
  const [command = "rg"] = await ripgrepPaths();
  const child = spawn(
    command,
    [
      "--no-config",
      "--no-require-git",
      "--count",
      "--ignore-case",
      "--fixed-strings",
      "--sort=path",
      `--regexp=${word}`,
      "./",
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (status !== 0 && status !== 1)
    throw new BenchmarkError(`ripgrep ended with exit code ${status}: ${stderr.slice(-2_000)}`);
  return stdout;
}

function linesOf(path: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
