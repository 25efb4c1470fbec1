/** The extension as pi loads it: the bridge to the server that is installed here. */
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { registerBridge } from "./bridge.ts";
import type { ToolServer } from "./connection.ts";
import type { Host } from "./host.ts";
import { BRIDGE_LIMITS } from "./limits.ts";

export default (pi: Host): void =>
  registerBridge(pi, {
    startServer,
    // The server also reads satori.config.json. If that names another store, the arguments that only it takes
    // are not offered, but still work.
    store: process.env["SATORI_STORE"] === "milvus" ? "milvus" : "sqlite",
  });

// Starts the server that is installed with the bridge.

/** Rejects with `ClientError` of kind `start_up`. */
export async function startServer(cwd: string): Promise<ToolServer> {
  // Loaded on demand: the protocol's client is large, and a session may not need it.
  const { ClientError, connect } = await import("@satori/client");
  // If the working folder is missing, the system reports the program as missing instead.
  if (!isFolder(cwd))
    throw new ClientError(
      "start_up",
      `The session's folder, ${cwd}, no longer exists: create it again, or start a session in another one`,
    );
  // Settings and keys are the server's own business, so it gets the whole environment.
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return connect({
    command: nodeCommand(),
    args: [serverScript(), "--root", cwd],
    cwd,
    env,
    stderr: "quote",
    timeoutMs: BRIDGE_LIMITS.startMs,
    clientInfo: { name: "@satori/bridge", version: "0.1.0" },
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** pi may be a standalone program that cannot run scripts. */
function nodeCommand(): string {
  return process.versions["bun"] === undefined ? process.execPath : "node";
}

function serverScript(): string {
  return join(
    dirname(createRequire(import.meta.url).resolve("@satori/mcp/package.json")),
    "bin",
    "satori-mcp.js",
  );
}
