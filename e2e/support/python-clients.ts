/** The client libraries of Python, and runs of `python_clients.py`. */
import { fileURLToPath } from "node:url";
import { PYTHON_BYTECODE, installPython, run } from "../../tools/installed.ts";
import { PATIENCE_MS } from "./environment.ts";

const PACKAGES = ["mcp==2.3.0", "fastmcp==4.1.2"];

export interface ClientRun {
  readonly tools: readonly string[];
  readonly answers: readonly { readonly structured: unknown; readonly isError: boolean }[];
}

/**
 * What a client of a library gets from a server in each era of the protocol: see the script for the calls.
 */
export type PythonClient = (
  library: "mcp" | "fastmcp",
  target: object,
  root: string,
) => Promise<Readonly<Record<"auto" | "legacy", ClientRun>>>;

/** Null where they cannot be installed. */
export async function openPythonClients(): Promise<PythonClient | null> {
  const python = (await installPython("clients", PACKAGES))?.("python");
  if (python === undefined) return null;
  const script = fileURLToPath(new URL("./python_clients.py", import.meta.url));
  return async (library, target, root) => {
    const { stdout } = await run(python, [script, library, JSON.stringify(target), root], {
      timeout: PATIENCE_MS,
      env: { ...process.env, ...PYTHON_BYTECODE },
    });
    return JSON.parse(stdout) as Awaited<ReturnType<PythonClient>>;
  };
}
