/** Python client libraries, used through `python_clients.py`. */
import { fileURLToPath } from "node:url";
import { PYTHON_BYTECODE, installPython, run } from "../../tools/installed.ts";
import { PATIENCE_MS } from "./environment.ts";

const PACKAGES = ["mcp==2.3.0", "fastmcp==4.1.2"];

export interface ClientRun {
  readonly tools: readonly string[];
  readonly answers: readonly {
    readonly structured: unknown;
    readonly texts: readonly string[];
    readonly isError: boolean;
  }[];
}

/** Runs a client library against a server with each protocol version: see the script for the calls. */
export type PythonClient = (
  library: "mcp" | "fastmcp",
  target: object,
  root: string,
) => Promise<Readonly<Record<"auto" | "legacy", ClientRun>>>;

/** Null if they cannot be installed. */
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
