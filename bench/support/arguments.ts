/** What a benchmark is told on the command line or in the environment. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { BenchmarkError, UsageError, missing } from "./failure.ts";

/** A path from the environment, or an error that says what it is for. */
export function requiredPath(name: string, meaning: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: ${meaning}`);
  return value;
}

/** Absolute; a relative path starts where npm was started, not where it runs scripts. */
export function pathOption(value: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", value);
}

/** An existing folder, absolute. */
export function folderOption(flag: string, value: string | undefined, remedy: string): string {
  if (value === undefined) throw missing(flag, remedy);
  const folder = pathOption(value);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BenchmarkError(`${flag} is ${folder}, which is no folder. ${remedy}`);
  return folder;
}

/** A whole number from `minimum` on. */
export function countOption(flag: string, value: string, minimum = 1): number {
  if (!/^\d+$/.test(value) || Number(value) < minimum)
    throw new UsageError(`${flag} is "${value}", but has to be a whole number from ${minimum} on`);
  return Number(value);
}
