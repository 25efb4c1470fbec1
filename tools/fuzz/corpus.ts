/** Where inputs are kept: seeds in the repository, and what a run discovers in a folder that git ignores. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { FuzzTarget } from "./target.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FUZZ = fileURLToPath(new URL("./", import.meta.url));

/** Names of all targets, ascending. */
export function targetNames(): readonly string[] {
  return readdirSync(join(FUZZ, "targets"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length))
    .sort();
}

export async function loadTarget(name: string): Promise<FuzzTarget> {
  const { default: target } = (await import(`./targets/${name}.ts`)) as { readonly default: FuzzTarget };
  return target;
}

/** The folder of a target's inputs that are part of the repository. */
export function seedFolder(name: string): string {
  return join(FUZZ, "corpus", name);
}

/** The folder of a target's discoveries. */
export function grownFolder(name: string): string {
  return join(ROOT, "fuzz", name, "corpus");
}

export interface NamedInput {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** All files of a folder, by name; none where there is no folder. */
export function readInputs(folder: string): readonly NamedInput[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
}

/** Inputs that the repository has of a target: its own and those of its folder. */
export function seedInputs(name: string, target: FuzzTarget): readonly NamedInput[] {
  const made = (target.seeds?.() ?? []).map((seed, at) => ({
    name: `seed ${at}`,
    bytes: new Uint8Array(Buffer.from(seed)),
  }));
  return [...made, ...readInputs(seedFolder(name))];
}

/** Writes an input under its hash. */
export function saveInput(folder: string, input: Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, hashOf(input)), input);
}

/** Writes a finding. Returns its path, relative to the repository. */
export function saveFinding(name: string, kind: string, input: Uint8Array): string {
  const folder = join(ROOT, "fuzz", name, "findings");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${kind}-${hashOf(input)}`);
  writeFileSync(path, input);
  return relative(ROOT, path);
}

export function hashOf(input: Uint8Array): string {
  return createHash("sha256").update(input).digest("hex").slice(0, 16);
}
