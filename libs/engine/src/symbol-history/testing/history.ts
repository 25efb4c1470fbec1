/** A codebase that a test commits to step by step, and indexes. */
import type { SymbolHistoryOk, SymbolHistoryOutput } from "@satori/contracts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../../testing/engine.ts";
import { git } from "../../testing/trees/git.ts";

export const CODE = {
  first: "def send(queue):\n    item = queue.first()\n    return item\n",
  locked: "def send(queue):\n    queue.lock()\n    item = queue.first()\n    return item\n",
};

/** A codebase in a git repository, and the answers of `symbol_history` about it. */
export class History implements AsyncDisposable {
  private readonly place = new TestPlace();
  readonly root = this.place.tree.root;
  private seconds = 1_700_000_000;
  readonly engine: TestEngine;

  constructor(options: TestEngineOptions = {}) {
    this.engine = this.place.engine(options);
    writeFileSync(join(this.root, "README.md"), "first\n");
    git(this.root, "init", "--quiet");
  }

  commit(message: string, files: Readonly<Record<string, string>>): string {
    // Git trusts times and sizes of files.
    this.place.tree.wait();
    this.place.tree.writeAll(files);
    this.seconds += 60;
    git(this.root, "add", "--all", ".");
    git(
      this.root,
      "-c",
      "core.editor=true",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      message,
      `--date=${this.seconds} +0200`,
    );
    return git(this.root, "rev-parse", "HEAD").trim();
  }

  async ask(args: object): Promise<SymbolHistoryOutput> {
    this.place.tree.wait();
    return this.engine.call("symbol_history", args);
  }

  async ok(args: object): Promise<SymbolHistoryOk> {
    const answer = await this.ask(args);
    if (answer.status !== "ok") throw new Error(JSON.stringify(answer));
    return answer;
  }

  async index(folder = this.root): Promise<void> {
    this.place.tree.wait();
    await this.engine.index({ path: folder });
    await this.engine.engine.waitForRun(folder, folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.place[Symbol.asyncDispose]();
  }
}
