/** Reads benchmark arguments from the command line and the environment. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { BenchmarkError, UsageError, missing } from "./failure.ts";

/** A path from the environment. Throws with its meaning if it is not set. */
export function requiredPath(name: string, meaning: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: ${meaning}`);
  return value;
}

/** An absolute path; relative paths start where npm was started, not where it runs scripts. */
export function pathOption(value: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", value);
}

/** An existing folder, absolute. Throws if it does not exist. */
export function folderOption(flag: string, value: string | undefined, remedy: string): string {
  if (value === undefined) throw missing(flag, remedy);
  const folder = pathOption(value);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BenchmarkError(`${flag} is ${folder}, which is no folder. ${remedy}`);
  return folder;
}

/** A whole number, at least `minimum`. Throws otherwise. */
export function countOption(flag: string, value: string, minimum = 1): number {
  if (!/^\d+$/.test(value) || Number(value) < minimum)
    throw new UsageError(`${flag} is "${value}", but has to be a whole number from ${minimum} on`);
  return Number(value);
}
