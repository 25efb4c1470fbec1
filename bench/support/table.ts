/** Tables for people, with what is needed to compare them later: machine, runtime, commit, date. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

export type Cell = string | number;

export interface Circumstances {
  readonly machine: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  /** Commit of this repository; ends in ` with changes` if the tree differs from it. */
  readonly commit: string;
  readonly date: string;
}

export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const { machine, cores, memoryGiB, node, commit, date } = circumstances();
  console.log(
    `\n${title}\n${cores} × ${machine}, ${memoryGiB} GiB, Node ${node}, commit ${commit}, ` +
      `${date}\n${formatTable(columns, rows)}`,
  );
}

/** Aligns the first column to the left and all others to the right. Pure. */
export function formatTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  return cells.map(line).join("\n");
}

export function circumstances(): Circumstances {
  const changes = git("status", "--porcelain") === "" ? "" : " with changes";
  return {
    machine: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    commit: git("rev-parse", "--short", "HEAD") + changes,
    date: new Date().toISOString().slice(0, 10),
  };
}

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, {
      cwd: fileURLToPath(new URL("../", import.meta.url)),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}
