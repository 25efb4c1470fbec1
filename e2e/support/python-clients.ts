/** The client libraries of Python, and runs of `python_clients.py`. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce, run } from "./installed.ts";

const PACKAGES = ["mcp==2.3.0", "fastmcp==4.1.2"];

export interface ClientRun {
  readonly tools: readonly string[];
  readonly answers: readonly { readonly structured: unknown; readonly isError: boolean }[];
}

/** What a client of a library gets from a server: see the script for the calls. */
export type PythonClient = (library: "mcp" | "fastmcp", mode: "auto" | "legacy", target: object, root: string) => Promise<ClientRun>;

/** Null where they cannot be installed. */
export async function openPythonClients(): Promise<PythonClient | null> {
  const folder = await installOnce(`python-${PACKAGES.join("-")}`, async (target) => {
    await run("python3", ["-m", "venv", target]);
    await run(pythonIn(target), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES]);
  });
  if (folder === null) return null;
  const script = fileURLToPath(new URL("./python_clients.py", import.meta.url));
  return async (library, mode, target, root) => {
    const { stdout } = await run(pythonIn(folder), [script, library, mode, JSON.stringify(target), root], { timeout: 60_000 });
    return JSON.parse(stdout) as ClientRun;
  };
}

function pythonIn(folder: string): string {
  return join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
}
