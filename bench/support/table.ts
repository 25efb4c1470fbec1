/** Tables for people, with what is needed to compare them later: machine, runtime, commit, date. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";

export function printTable(title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ");
  console.log(`\n${title}\n${machine()}\n${cells.map(line).join("\n")}`);
}

function machine(): string {
  const commit = git("rev-parse", "--short", "HEAD");
  const dirty = git("status", "--porcelain") === "" ? "" : " with changes";
  return `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, commit ${commit}${dirty}, ${new Date().toISOString().slice(0, 10)}`;
}

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown";
  }
}
