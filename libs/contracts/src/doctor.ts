/** The checks of `satori doctor`, one id per check in report order, and the form of their findings. */
import type { CodeEntry } from "./codes/code-entry.ts";

/** Ids never change their meaning; the texts for people may change. */
export const DOCTOR_CHECKS = {
  "node.version": {
    meaning: "Whether Satori runs on this version of Node.js.",
    nextStep: "Install Node.js 20.19 or newer.",
  },
  "home.folder": {
    meaning: "Whether `SATORI_HOME` is writable or can be created.",
    nextStep: "Set `SATORI_HOME` to a folder you own, or correct its permissions.",
  },
  "home.space": {
    meaning: "Free space where indexes are kept.",
    nextStep: "Free space, or set `SATORI_HOME` to another disk.",
  },
  "home.filesystem": {
    meaning:
      "Whether the file system supports the file locks an index needs; network file systems often do not.",
    nextStep: "Set `SATORI_HOME` to a local disk.",
  },
  "home.permissions": {
    meaning: "Whether others can change indexes, or read keys in the configuration file.",
    nextStep: "Remove other users' permissions with `chmod`.",
  },
  "config.file": {
    meaning: "Whether the configuration file can be read.",
    nextStep: "Correct the file, or remove it.",
  },
  "config.setting": {
    meaning: "A setting, where it is set, and whether its value is valid; keys are never shown.",
    nextStep: "Correct the value where it is set.",
  },
  "config.unknown": {
    meaning: "A name that is not a setting, or not allowed there.",
    nextStep: "Correct the name, unset it, or set it elsewhere.",
  },
  "store.driver": {
    meaning:
      "Which SQLite driver is used, and whether it passed its self-test: full-text search works and " +
      "failed reads are reported.",
    nextStep: "Use Node.js 22.16 or newer, or install the package `libsql`.",
  },
  "store.reachable": {
    meaning: "Whether the configured store can be reached.",
    nextStep: "Start it, or correct its address.",
  },
  "store.version": {
    meaning: "Whether the store's version is supported.",
    nextStep: "Update the store.",
  },
  "store.features": {
    meaning: "Whether the store has the features an index needs.",
    nextStep: "Enable what is missing, or choose another store.",
  },
  "store.auth": { meaning: "Whether the store accepts the token.", nextStep: "Correct the token." },
  "embedder.key": {
    meaning: "Whether the embedder has the key it needs.",
    nextStep: "Set its key, or `SATORI_EMBEDDER=static`.",
  },
  "embedder.answer": {
    meaning: "Whether the embedder turns a text into a vector; services are contacted only with `--online`.",
    nextStep: "Correct its settings, or set `SATORI_EMBEDDER=static`.",
  },
  "reranker.key": {
    meaning: "Whether the reranker has the key it needs.",
    nextStep: "Set its key, or `SATORI_RERANKER=none`.",
  },
  "reranker.answer": {
    meaning: "Whether the reranker scores texts; it is contacted only with `--online`.",
    nextStep: "Correct its settings, or set `SATORI_RERANKER=none`.",
  },
  "ripgrep.binary": {
    meaning: "Whether ripgrep, which text search needs, runs here.",
    nextStep: "Install the optional packages, or put `rg` on PATH.",
  },
  "git.binary": {
    meaning: "Whether git runs here; searches use it to boost files with uncommitted changes.",
    nextStep: "Install git.",
  },
  "watch.limits": {
    meaning: "Whether the system can watch all folders of the indexed trees.",
    nextStep: "Raise the system's limit, or set `SATORI_WATCH=0`.",
  },
  "index.state": { meaning: "Whether an index can answer.", nextStep: "Index or reindex the codebase." },
  "index.file": {
    meaning: "Whether an index file passes SQLite's integrity check.",
    nextStep: "Rebuild the index with `satori index --force`; if it happens again, check the disk.",
  },
  "index.failure": {
    meaning: "Whether the last run of an index failed.",
    nextStep: "Fix the cause, then reindex.",
  },
  "index.root": {
    meaning: "Whether the folder of an index exists.",
    nextStep: "Clear the index if the folder is gone for good.",
  },
  "index.permissions": {
    meaning: "Whether an index is writable.",
    nextStep: "Correct the permissions of its folder.",
  },
  "index.lock": {
    meaning: "Whether a process is writing an index, or died while writing.",
    nextStep: "Sync the codebase: the next writer takes over the lock.",
  },
  "index.orphan": {
    meaning: "A folder among the indexes without a codebase.",
    nextStep: "Remove the folder.",
  },
} as const satisfies Record<string, CodeEntry>;

export type DoctorCheckId = keyof typeof DOCTOR_CHECKS;
/** All ids, in the order of the report. */
export const DOCTOR_CHECK_IDS = Object.keys(DOCTOR_CHECKS) as readonly DoctorCheckId[];

/** `error`: a requested feature does not work until this is fixed. `warning`: it works, with a limitation. */
export const DOCTOR_LEVELS = ["ok", "warning", "error"] as const;
export type DoctorLevel = (typeof DOCTOR_LEVELS)[number];

export interface DoctorFinding {
  readonly id: DoctorCheckId;
  readonly level: DoctorLevel;
  /** Setting, service or codebase that the finding is about; null if the check has only one subject. */
  readonly subject: string | null;
  /** What was found, in one line. */
  readonly found: string;
  /** What to do, in one line; null if there is nothing to do. */
  readonly fix: string | null;
}

export interface DoctorReport {
  /** Sorted by check, in report order, then by subject. */
  readonly findings: readonly DoctorFinding[];
  readonly summary: { readonly ok: number; readonly warnings: number; readonly errors: number };
}
