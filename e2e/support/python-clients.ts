/** The client libraries of Python, installed once into a folder of ours, and runs of `python_clients.py`. */
import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const PACKAGES = ["mcp==2.3.0", "fastmcp==4.1.2"];
const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/satori/python-${PACKAGES.join("-")}`, import.meta.url));
const PYTHON = join(FOLDER, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
/** Written last: an installation that was cut short is made anew. */
const WHOLE = join(FOLDER, "whole");

/** Whether they could be installed; if not, why is on stderr. */
export async function installPythonClients(): Promise<boolean> {
  if (existsSync(WHOLE)) return true;
  try {
    rmSync(FOLDER, { recursive: true, force: true });
    await run("python3", ["-m", "venv", FOLDER]);
    await run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES]);
    writeFileSync(WHOLE, "");
    return true;
  } catch (error) {
    process.stderr.write(`SKIPPED: client libraries of Python cannot be installed: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

export interface ClientRun {
  readonly tools: readonly string[];
  readonly answers: readonly { readonly structured: unknown; readonly isError: boolean }[];
}

/** What a client of a library gets from a server: see the script for the calls. */
export async function runPythonClient(library: "mcp" | "fastmcp", mode: "auto" | "legacy", target: object, root: string): Promise<ClientRun> {
  const script = fileURLToPath(new URL("./python_clients.py", import.meta.url));
  const { stdout } = await run(PYTHON, [script, library, mode, JSON.stringify(target), root], { timeout: 60_000 });
  return JSON.parse(stdout) as ClientRun;
}
