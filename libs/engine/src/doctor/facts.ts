/** What is gathered about a machine and an installation before anything is judged. */
import type { CodebaseState, SettingName } from "@satori/contracts";
import type { EmbedderName, RerankerName } from "../config.ts";

export interface SettingFact {
  readonly name: SettingName;
  readonly source: "environment" | "file";
  /** As it may be shown: never a secret. */
  readonly value: string;
  /** Why it cannot be used; null where it can. */
  readonly problem: string | null;
  /** Settings of a service that is not chosen disturb nobody. */
  readonly isUsed: boolean;
  /** Folders that it names and that are not there. */
  readonly missing: readonly string[];
}

export interface SettingFacts {
  readonly file: { readonly path: string; readonly isThere: boolean; readonly problem: string | null };
  readonly settings: readonly SettingFact[];
  /** Names that count for nothing where they are, with the reason. */
  readonly unknown: readonly {
    readonly name: string;
    readonly source: "environment" | "file";
    readonly problem: string;
    readonly nearest: string | null;
  }[];
}

export interface HomeFacts {
  readonly path: string;
  readonly state: "folder" | "absent" | "not_a_folder" | "unreadable";
  /** Whether it, or the nearest folder above that there is, can be written. */
  readonly isWritable: boolean;
  /** Null where the system does not tell. */
  readonly freeBytes: number | null;
  /** Of a file system over a network; null for any other. */
  readonly networkFileSystem: string | null;
  /** Bits of permissions; null where the platform has none. */
  readonly mode: number | null;
  /** The same of the folder of all indexes; null where there is none. */
  readonly indexesMode: number | null;
  /** Whether it holds something besides what Satori makes, so that its mode may be meant as it is. */
  readonly isShared: boolean;
  readonly configFile: { readonly mode: number; readonly holdsSecrets: boolean } | null;
}

/** A program and what it calls itself; null where none runs. */
export interface ProgramFact {
  readonly path: string;
  readonly version: string;
}

export interface EmbedderFacts {
  readonly name: EmbedderName;
  readonly model: string | null;
  readonly hasKey: boolean;
  /** Asked at an address of one's own, where a key may not be needed. */
  readonly isOwnServer: boolean;
  /** What became of one text; null: it was not asked. */
  readonly probe: { readonly dimension: number } | { readonly failure: string } | null;
}

export interface RerankerFacts {
  readonly name: RerankerName;
  readonly model: string;
  readonly hasKey: boolean;
  readonly isOwnServer: boolean;
  readonly probe: { readonly scores: number } | { readonly failure: string } | null;
}

export interface WatchFacts {
  readonly platform: NodeJS.Platform;
  /** `SATORI_WATCH`. */
  readonly isOn: boolean;
  /** Of inotify; null where it is not used or does not tell. */
  readonly maxWatches: number | null;
  readonly maxInstances: number | null;
  /** Of the trees that one server watches at a time at most. */
  readonly folders: number;
}

export interface IndexFact {
  readonly root: string;
  readonly folder: string;
  /**
   * `unopenable`: the store says why in `failure`. `newer`: a later version has written it, and this one
   * leaves it alone.
   */
  readonly state: CodebaseState | "unopenable" | "newer";
  readonly files: number;
  readonly chunks: number;
  readonly sizeBytes: number;
  /** Folders of the indexed tree; 0 where that is not known. */
  readonly folders: number;
  readonly failure: string | null;
  /** Of the failure: whether it has to be mended before the next run. */
  readonly hasCause: boolean;
  /** What its store finds amiss with its files; null where nothing is. */
  readonly damage: string | null;
  /** Why its file could not be checked for damage; null where it was. */
  readonly unchecked: string | null;
  /** Fields of the fingerprint that differ from the runtime's. */
  readonly mismatched: readonly string[];
  /**
   * `gone` as well where it is no folder any more; where its path leads by now, if a link has its place; a
   * code of the system where it says neither.
   */
  readonly rootState: "folder" | "gone" | { readonly leadsTo: string } | { readonly code: string };
  readonly isWritable: boolean;
  readonly lock: { readonly pid: number; readonly since: string; readonly isAlive: boolean } | null;
}

export interface OrphanFact {
  readonly folder: string;
  readonly sizeBytes: number;
  /** The codebase that it says it is of, though it does not have its name; null where it says nothing. */
  readonly claimedRoot: string | null;
}

export interface IndexFacts {
  readonly indexes: readonly IndexFact[];
  readonly orphans: readonly OrphanFact[];
  /** Why the indexes cannot be listed; null where they can. */
  readonly problem: string | null;
}
