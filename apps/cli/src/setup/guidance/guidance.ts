/** What a client can read besides its servers. Types only; what each one reads is in `client-guidance.ts`. */
import type { Machine, Scope } from "../clients/client.ts";
import type { HookEntry } from "./hooks.ts";

/** What setup can write, in the order in which it shows it. */
export const PARTS = ["server", "instructions", "skill", "agent", "hook"] as const;
export type Part = (typeof PARTS)[number];

/** A file of instructions that people write, too: setup adds a marked block to it. */
export interface SharedFile {
  readonly kind: "block";
  /** Files of which the client reads the first that exists. */
  readonly files: (machine: Machine) => readonly string[];
  /** The file to create if none exists. */
  readonly created: (machine: Machine) => string;
  /** A line with which the file imports another one of its folder, which then has the block instead. */
  readonly imports?: { readonly line: RegExp; readonly name: string };
}

/** A file that setup writes as a whole. */
export interface OwnFile {
  readonly kind: "file";
  readonly file: (machine: Machine) => string;
  /** @param server name of the server in the client */
  readonly text: (server: string) => string;
}

/** A file of hooks or settings. */
export interface HookFile {
  readonly kind: "hook";
  readonly file: (machine: Machine) => string;
  readonly entry: HookEntry;
  /** Whether only this user has the file, so that it can name programs by their paths on this machine. */
  readonly isPersonal: boolean;
}

type InBothScopes<File> = Readonly<Record<Scope, File | null>>;

export interface Guidance {
  /** Pages of the documentation that state this, with the date or version that was read. */
  readonly pages: readonly string[];
  readonly instructions: InBothScopes<SharedFile | OwnFile>;
  readonly skill: InBothScopes<OwnFile>;
  readonly agent: InBothScopes<OwnFile>;
  readonly hook: InBothScopes<HookFile>;
  /** What the user has to do before the hook runs. */
  readonly hookNote?: string;
}
