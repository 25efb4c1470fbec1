/** Starts the process as a server: over standard input and output, over HTTP, or as the local process. */
import { config } from "zod/v4/core";
import { programOf } from "@satori/engine/local-process";
import type { ServeFlags } from "./flags.ts";
import { startUp } from "./start-up.ts";
import type { ReservedStdout } from "./stdio/reserve-stdout.ts";

/** Throws if the server cannot start. @param manifest package.json of the server */
export async function startServer(flags: ServeFlags, manifest: URL, output: ReservedStdout): Promise<void> {
  const program = programOf(manifest);
  // Disables compiled validators: the protocol's schemas check only a handful of messages each, and compiling
  // takes longer than it saves.
  config({ jitless: true });
  if (flags.localProcess !== null) {
    const { serveLocal } = await import("./local-process/serve-local.ts");
    return serveLocal(startUp(flags, process.env), program);
  }
  if (flags.http) {
    const { serveHttp } = await import("./http/serve-http.ts");
    return serveHttp(flags, flags.http, program.version);
  }
  const { serve } = await import("./serve.ts");
  serve(startUp(flags, process.env), program.version, output);
}
