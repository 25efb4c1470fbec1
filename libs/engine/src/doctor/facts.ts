/** The facts about a machine and an installation that are gathered before any judgement. */
import type { CodebaseState, SettingName } from "@satori/contracts";
import type { EmbedderName, RerankerName } from "../config.ts";

export interface SettingFact {
  readonly name: SettingName;
  readonly source: "environment" | "file";
  /** Display form: never a secret. */
  readonly value: string;
  /** Why the value cannot be used; null if it can. */
  readonly problem: string | null;
  /** False for settings of a service that is not chosen: problems with these do not matter. */
  readonly isUsed: boolean;
  /** Folders that the setting names and that do not exist. */
  readonly missing: readonly string[];
}

export interface SettingFacts {
  readonly file: { readonly path: string; readonly isThere: boolean; readonly problem: string | null };
  readonly settings: readonly SettingFact[];
  /** Names that have no effect where they are, with the reason. */
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
  /** Whether the home, or the nearest existing folder above it, is writable. */
  readonly isWritable: boolean;
  /** Null if the system does not report it. */
  readonly freeBytes: number | null;
  /** Name of a network file system; null for any other. */
  readonly networkFileSystem: string | null;
  /** Permission bits; null if the platform has none. */
  readonly mode: number | null;
  /** Permission bits of the folder of all indexes; null if it does not exist. */
  readonly indexesMode: number | null;
  /** Whether the home has foreign entries, so that its mode may be intended. */
  readonly isShared: boolean;
  readonly configFile: { readonly mode: number; readonly holdsSecrets: boolean } | null;
}

/** A program and its version. */
export interface ProgramFact {
  readonly path: string;
  readonly version: string;
}

export interface EmbedderFacts {
  readonly name: EmbedderName;
  readonly model: string | null;
  readonly hasKey: boolean;
  /** Whether the service has a user-defined address, where a key may not be needed. */
  readonly isOwnServer: boolean;
  /** Result for one text; null if the service was not called. */
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
  /** Limits of inotify; null if inotify is not used or the limit is not readable. */
  readonly maxWatches: number | null;
  readonly maxInstances: number | null;
  /** Folders in the trees that one server can watch at a time. */
  readonly folders: number;
}

export interface IndexFact {
  readonly root: string;
  /** Id of the commit that the index is of; null for the files on disk. */
  readonly commit: string | null;
  readonly folder: string;
  /**
   * `unopenable`: the store cannot be opened, `failure` says why. `newer`: a later version has written the
   * index, and this version does not touch it.
   */
  readonly state: CodebaseState | "unopenable" | "newer";
  readonly files: number;
  readonly chunks: number;
  readonly sizeBytes: number;
  /** Folders of the indexed tree, which a server can watch; 0 if unknown, and for a commit. */
  readonly folders: number;
  readonly failure: string | null;
  /** Whether the cause of the failure has to be fixed before the next run. */
  readonly hasCause: boolean;
  /** Corruption that the store finds in its files; null if there is none. */
  readonly damage: string | null;
  /** Why the file could not be checked for corruption; null if it was checked. */
  readonly unchecked: string | null;
  /** Fields of the fingerprint that differ from the runtime's. */
  readonly mismatched: readonly string[];
  /**
   * `gone` also if the path is no longer a folder; `leadsTo` if a link has replaced the folder; `code` for
   * any other error of the system.
   */
  readonly rootState: "folder" | "gone" | { readonly leadsTo: string } | { readonly code: string };
  readonly isWritable: boolean;
  readonly lock: { readonly pid: number; readonly since: string; readonly isAlive: boolean } | null;
}

export interface OrphanFact {
  readonly folder: string;
  readonly sizeBytes: number;
  /**
   * The codebase that the folder names as its own, although its name does not match; null if it names none.
   */
  readonly claimedRoot: string | null;
}

export interface IndexFacts {
  readonly indexes: readonly IndexFact[];
  readonly orphans: readonly OrphanFact[];
  /** Why the indexes cannot be listed; null if they can. */
  readonly problem: string | null;
}
