/**
 * Simulates months of work in a tree: edits, new and removed files, and branch switches, without growth in
 * the end.
 */
import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, below, shuffled } from "../support/random.ts";

/** Files per edit, as if saved together. */
const EDITED = 3;
const ROUNDS_A_MOVE = 10;
const ROUNDS_A_SWITCH = 25;
/** Share of all files that differ on another branch. */
const SWITCHED_SHARE = 0.3;

export class EditedTree {
  private readonly originals: ReadonlyMap<string, Buffer>;
  private readonly paths: readonly string[];
  private readonly changed = new Set<string>();
  private readonly removed = new Set<string>();

  constructor(
    root: string,
    private readonly random: Random,
  ) {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes("/.git"),
    );
    this.paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
    this.originals = new Map(this.paths.map((path) => [path, readFileSync(path)]));
  }

  get fileCount(): number {
    return this.paths.length;
  }

  /** @param round number of the round, from 1 */
  edit(round: number): void {
    for (let at = 0; at < EDITED; at++) this.change(this.anyPath(), `edit ${round} ${at}`);
    if (round % ROUNDS_A_MOVE === 0) this.move();
    if (round % ROUNDS_A_SWITCH === 0)
      for (const path of shuffled(this.paths, this.random).slice(0, this.paths.length * SWITCHED_SHARE))
        this.change(path, `branch ${round}`);
  }

  /** Restores the original tree. */
  restore(): void {
    for (const path of [...this.changed, ...this.removed]) this.reset(path);
  }

  /** Appends a line, or restores the file: no file grows forever. */
  private change(path: string, words: string): void {
    if (this.removed.has(path)) return;
    if (this.changed.has(path) && this.random() < 0.5) return this.reset(path);
    appendFileSync(path, `\n${words} of what somebody wrote\n`);
    this.changed.add(path);
  }

  private move(): void {
    for (const path of this.removed) this.reset(path);
    const path = this.anyPath();
    rmSync(path, { force: true });
    this.removed.add(path);
  }

  private reset(path: string): void {
    writeFileSync(path, this.originals.get(path) ?? "");
    this.changed.delete(path);
    this.removed.delete(path);
  }

  private anyPath(): string {
    return this.paths[below(this.paths.length, this.random)] as string;
  }
}
