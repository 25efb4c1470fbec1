/** Runs oracles that are programs in their own language. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missing } from "../../support/failure.ts";
import { type OracleAnswer, answerOf } from "../declaration.ts";

const MAX_OUTPUT_BYTES = 2 ** 30;

/** Path of a program in this folder. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Path of a part of the folder of parsers. Throws if it is not installed. */
export function installed(home: string, ...parts: readonly string[]): string {
  const path = join(home, ...parts);
  if (!existsSync(path))
    throw missing(path, "Install it with bench/outline-recall/oracles/install.sh, and name --oracle-home.");
  return path;
}

/** The answer of a program that prints JSON lines and reads file names, one a line. Throws if it fails. */
export function answerBy(
  [program = "", ...args]: readonly string[],
  files: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): OracleAnswer {
  return answerOf(
    execFileSync(program, args, {
      input: files.join("\n"),
      env: { ...process.env, ...environment },
      encoding: "utf8",
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
}
