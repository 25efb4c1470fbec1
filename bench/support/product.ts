/** The built product as users start it: separate processes, with their own home and environment. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missing } from "./failure.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const CLI = join(ROOT, "apps/cli/bin/satori.js");
export const MCP = join(ROOT, "apps/mcp/bin/satori-mcp.js");

const BUILT = [
  "apps/cli/dist/main.cjs",
  "apps/mcp/dist/main.cjs",
  "libs/engine/dist/index.js",
  "libs/sidecar/dist/index.js",
  "libs/contracts/dist/index.js",
  "libs/sidecar/assets/grammars",
];

export function requireBuilt(): void {
  const absent = BUILT.find((path) => !existsSync(join(ROOT, path)));
  if (absent !== undefined) throw missing(absent, "Build the product first: npm run build.");
}

/**
 * An environment that does not depend on the machine's user: no settings of Satori, no global git settings.
 *
 * @param folder folder of the benchmark; the user's home is an empty folder inside it
 * @param home `SATORI_HOME`
 */
export function environmentIn(folder: string, home = join(folder, "home")): Record<string, string> {
  const userHome = join(folder, "user");
  mkdirSync(userHome, { recursive: true });
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: userHome,
    TMPDIR: process.env["TMPDIR"] ?? "/tmp",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    SATORI_HOME: home,
    // What is measured is the server. `SATORI_BENCH_SHARED=1` measures servers that share a local process.
    SATORI_STANDALONE: process.env["SATORI_BENCH_SHARED"] === "1" ? "0" : "1",
    SATORI_LOCAL_IDLE_MS: "0",
  };
}

/** Parses the product's output with `--json`. */
export function parseEnvelope<Envelope>(stdout: string): Envelope {
  // The product's own tests validate its answers against their schemas.
  return JSON.parse(stdout) as Envelope;
}
