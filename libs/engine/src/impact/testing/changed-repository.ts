/** A repository with a change, which tests put there in each of the ways in which a change can be asked for. */
import type { ChangeImpactOk, ChangeImpactOutput } from "@satori/contracts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../../testing/engine.ts";
import { git } from "../../testing/trees/git.ts";

export type TestedFiles = Readonly<Record<string, string>>;

/** A codebase before a change and after it. */
export interface TestedChange {
  readonly base: TestedFiles;
  readonly head: TestedFiles;
}

/** A repository whose disk and commits tests decide, with the answers of `change_impact` about it. */
export class ChangedRepository implements AsyncDisposable {
  readonly place = new TestPlace();
  readonly root = this.place.tree.root;
  readonly engine: TestEngine;
  private present: TestedFiles = {};

  constructor(options: TestEngineOptions = {}) {
    this.engine = this.place.engine(options);
    this.git("init", "--quiet");
  }

  git(...args: readonly string[]): string {
    return git(this.root, ...args);
  }

  /** Makes the disk hold these files and no others. */
  write(files: TestedFiles): void {
    const { tree } = this.place;
    // Git trusts times and sizes of files.
    tree.wait();
    for (const path of Object.keys(this.present)) if (!(path in files)) tree.remove(path);
    tree.writeAll(files);
    this.present = files;
    tree.wait();
  }

  /** Writes files and commits them; returns the id of the commit. */
  commit(files: TestedFiles): string {
    this.write(files);
    this.git("add", "--all", ".");
    this.git("commit", "--quiet", "--allow-empty", "-m", "commit");
    return this.git("rev-parse", "HEAD").trim();
  }

  /** The change from the last commit to what is on disk. */
  diff(): string {
    this.git("add", "--all", ".");
    const diff = this.git("diff", "--cached", "-M", "HEAD");
    this.git("reset", "--quiet");
    return diff;
  }

  async ask(args: object = {}): Promise<ChangeImpactOutput> {
    this.place.tree.wait();
    return this.engine.call("change_impact", args);
  }

  async ok(args: object = {}): Promise<ChangeImpactOk> {
    const answer = await this.ask(args);
    if (answer.status !== "ok") throw new Error(JSON.stringify(answer));
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.place[Symbol.asyncDispose]();
  }
}

/** The ways in which one change can be asked for. */
export const WAYS = {
  "a diff of a change to make": async ({ base, head }: TestedChange): Promise<ChangeImpactOk> => {
    await using repository = new ChangedRepository();
    repository.commit(base);
    repository.write(head);
    const diff = repository.diff();
    repository.write(base);
    await repository.engine.index();
    return await repository.ok({ diff });
  },
  "a diff of a change that is made": async ({ base, head }: TestedChange): Promise<ChangeImpactOk> => {
    await using repository = new ChangedRepository();
    repository.commit(base);
    repository.write(head);
    const diff = repository.diff();
    await repository.engine.index();
    return await repository.ok({ diff });
  },
  "two commits": async ({ base, head }: TestedChange): Promise<ChangeImpactOk> => {
    await using repository = new ChangedRepository();
    repository.commit(base);
    repository.commit(head);
    await repository.engine.index();
    return await repository.ok({ base: "HEAD~1" });
  },
  "two commits that are not on disk": async ({ base, head }: TestedChange): Promise<ChangeImpactOk> => {
    await using repository = new ChangedRepository();
    const id = repository.commit(base);
    repository.commit(head);
    repository.write(otherwise(head));
    await repository.engine.index();
    return await repository.ok({ base: id, head: "HEAD" });
  },
};

/** The uncommitted change, with which all the others are compared. */
export async function uncommitted({ base, head }: TestedChange): Promise<ChangeImpactOk> {
  await using repository = new ChangedRepository();
  repository.commit(base);
  repository.write(head);
  await repository.engine.index();
  return await repository.ok();
}

/** Other contents in every third file, a file less and a file more. */
function otherwise(files: TestedFiles): TestedFiles {
  const entries = Object.entries(files);
  const changed = entries
    .slice(1)
    .map(([path, text], at): [string, string] => [
      path,
      at % 3 === 0 ? text.replace(/^(?!package|use )/m, "\n\n") : text,
    ]);
  return { ...Object.fromEntries(changed), "unrelated.py": "def unrelated():\n    return load()\n" };
}
