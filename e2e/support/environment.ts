/** The environment of every process that a test starts. */
import { fileURLToPath } from "node:url";
import { DEADLINE_SETTINGS } from "@satori/contracts";
import type { Workspace } from "./workspace.ts";

/**
 * A busy disk or processor may delay a single step for longer than a user would wait. Tests of deadlines set
 * their own.
 */
export const PATIENCE_MS = 300_000;
const PATIENT_SETTINGS = Object.fromEntries(
  Object.values(DEADLINE_SETTINGS).map((setting) => [setting, String(PATIENCE_MS)]),
);
/** Options for requests of the client library, which times out after a minute by default. */
export const PATIENT_REQUEST = { timeout: PATIENCE_MS } as const;

/** The platform that the product runs on, or that it takes its system for. */
export const PRODUCT_PLATFORM = process.env["SATORI_TEST_PLATFORM"] ?? process.platform;

/** Makes a process on Linux take its system for macOS. */
export const SIMULATED_MACOS = {
  NODE_OPTIONS: `--require ${fileURLToPath(new URL("simulated-macos.cjs", import.meta.url))}`,
};

/** Sessions share a local process, which ends soon after the last of them. */
export const SHARED = { SATORI_STANDALONE: "0", SATORI_LOCAL_IDLE_MS: "0" } as const;

/**
 * A process that outlives its test would disturb others, so each session has its own, unless a test is about
 * sessions that share one. `SATORI_TEST_SHARED=1` runs all tests with shared ones.
 */
const SESSIONS = process.env["SATORI_TEST_SHARED"] === "1" ? SHARED : { SATORI_STANDALONE: "1" };

/** With these variables, every answer is validated against its schema before it is printed or sent. */
export function environmentIn(workspace: Workspace): Record<string, string> {
  return {
    HOME: workspace.path("nobody"),
    SATORI_HOME: workspace.home,
    ...SESSIONS,
    SATORI_VALIDATE_OUTPUT: "1",
    ...PATIENT_SETTINGS,
    ...(PRODUCT_PLATFORM !== process.platform ? SIMULATED_MACOS : {}),
  };
}
