/** A git repository that a test commits to step by step, and the history of a symbol in it. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { INLINE_ANALYZER } from "../../prepare/preparer.ts";
import { git } from "../../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../../testing/trees/tree.ts";
import { trackedSymbol } from "../file-version.ts";
import { fileLogs } from "../file-logs.ts";
import { type FollowLimits, type SymbolHistory, followSymbol } from "../follow-symbol.ts";
import { VersionReader } from "../version-reader.ts";

const LIMITS: FollowLimits = { changes: 200, fileCommits: 5_000, moves: 50, filesOfCommit: 40 };

export class Repository implements Disposable {
  private readonly folder = temporaryFolder();
  readonly root = join(this.folder.path, "repo");
  private seconds = 1_700_000_000;

  constructor() {
    writeFile(join(this.root, "README"), "first");
    git(this.root, "init", "--quiet");
  }

  /** Writes files (null removes one) and commits them; each commit is a minute later than the last. */
  commit(subject: string, files: Readonly<Record<string, string | null>> = {}): string {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(this.root, path));
      else writeFile(join(this.root, path), text);
    }
    this.seconds += 60;
    const date = `${this.seconds} +0200`;
    git(this.root, "add", "--all", ".");
    execFileSync(
      "git",
      [
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.org",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        subject,
      ],
      {
        cwd: this.root,
        env: {
          PATH: process.env["PATH"],
          HOME: this.root,
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: "/dev/null",
          GIT_AUTHOR_DATE: date,
          GIT_COMMITTER_DATE: date,
        },
      },
    );
    return this.git("rev-parse", "HEAD").trim();
  }

  git(...args: string[]): string {
    return git(this.root, ...args);
  }

  versions(): VersionReader {
    return new VersionReader({
      readBlob: (id) => Promise.resolve(execFileSync("git", ["cat-file", "blob", id], { cwd: this.root })),
      analyzer: INLINE_ANALYZER,
      signal: undefined,
    });
  }

  /** The history of a symbol of a file at HEAD. */
  async history(
    path: string,
    label: string,
    { exclude = null, limits = {} }: { exclude?: string | null; limits?: Partial<FollowLimits> } = {},
  ): Promise<SymbolHistory> {
    const versions = this.versions();
    const version = { blob: this.git("rev-parse", `HEAD:${path}`).trim(), path };
    const analyzed = await versions.analyze(version);
    const fact = analyzed?.symbols.find((symbol) => symbol.label === label);
    if (!analyzed || !fact) throw new Error(`${path} has no symbol ${label}`);
    const given = {
      root: this.root,
      range: { tip: this.git("rev-parse", "HEAD").trim(), exclude },
      limits: { ...LIMITS, ...limits },
      git: { timeoutMs: 10_000 },
    };
    return followSymbol(
      { version, symbol: trackedSymbol(analyzed, fact) },
      {
        ...given,
        versions,
        logOf: fileLogs({ ...given, maxCommits: given.limits.fileCommits }),
        announce: () => Promise.resolve(),
        mayRead: () => true,
        shallow: new Set(),
        isOver: () => false,
        pause: () => undefined,
      },
    );
  }

  /** `kind subject`, with where it was before, of each change. */
  async changes(path: string, label: string): Promise<string[]> {
    const { changes } = await this.history(path, label);
    return changes.map(({ commit, kind, from }) => {
      const subject = this.git("log", "-1", "--format=%s", commit).trim();
      return `${kind} ${subject}${from ? ` < ${from.path}:${from.label}` : ""}`;
    });
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}
