/** Starts the process as a server: for one session of its own, over HTTP, or as the local process. */
import { config } from "zod/v4/core";
import { programOf } from "@satori/engine/local-process";
import type { ServeFlags } from "./flags.ts";
import { type StartUp, startUp } from "./start-up.ts";
import type { ReservedStdout } from "./stdio/reserve-stdout.ts";

// Disables compiled validators: the protocol's schemas check only a handful of messages each, and compiling
// takes longer than it saves. Set before the protocol is loaded.
config({ jitless: true });

/**
 * Serves one session over standard input and output. Throws if the server cannot start.
 *
 * @param manifest package.json of the server
 */
export async function serveAlone(start: StartUp, manifest: URL, output: ReservedStdout): Promise<void> {
  const { serve } = await import("./serve.ts");
  serve(start, programOf(manifest).version, output);
}

/** Serves over HTTP, or as the local process. Throws as `serveAlone` does. */
export async function startServer(flags: ServeFlags, manifest: URL): Promise<void> {
  const program = programOf(manifest);
  if (flags.http) {
    const { serveHttp } = await import("./http/serve-http.ts");
    return serveHttp(flags, flags.http, program.version);
  }
  const { serveLocal } = await import("./local-process/serve-local.ts");
  await serveLocal(startUp(flags, process.env), program);
}
