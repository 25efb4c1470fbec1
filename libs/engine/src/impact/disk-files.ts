/** Files on disk as a scan of the codebase would see them, one by one. */
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { readTreeFile } from "../contents/tree-file.ts";
import { isGone, systemCode } from "../errors.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import type { CodebaseSettings } from "../model/run.ts";
import { DiskNames } from "../scan/disk-names.ts";
import type { CommitFileCause } from "../scan/files-of-commit.ts";
import { openRules } from "../scan/rules.ts";

/** A file on disk; why the index does not cover it; or that there is none. */
export type DiskFile =
  | { readonly kind: "file"; readonly bytes: Buffer }
  | { readonly kind: "excluded"; readonly cause: CommitFileCause }
  | { readonly kind: "absent" };

export interface DiskTree {
  /** Real and absolute. */
  readonly root: string;
  readonly settings: CodebaseSettings;
  /** `SATORI_HOME`. */
  readonly home: string;
  readonly maxFileBytes: number;
}

const ABSENT: DiskFile = { kind: "absent" };

/** Reads files that the index covers. Never follows a link. */
export class DiskFiles {
  readonly #tree: DiskTree;
  readonly #policy: IgnorePolicy;
  readonly #names: DiskNames;

  constructor(tree: DiskTree) {
    this.#tree = tree;
    this.#policy = openRules(tree.root, tree.settings, tree.home).policy;
    this.#names = new DiskNames(tree.root);
  }

  /** @param diskPath relative to the root, with `/`, in the disk's spelling */
  read(diskPath: string): DiskFile {
    try {
      const stats = lstatSync(join(this.#tree.root, diskPath));
      if (stats.isDirectory())
        return existsSync(join(this.#tree.root, diskPath, ".git")) ? excluded("submodule") : ABSENT;
      if (this.#policy.ignores(diskPath, "file").ignored) return excluded("ignored");
      if (!this.#names.canBeNamed(diskPath)) return excluded("invalid_name");
      if (stats.isSymbolicLink()) return excluded("link");
      const bytes = readTreeFile(this.#tree.root, diskPath, this.#tree.maxFileBytes);
      if (bytes === "elsewhere") return excluded("link");
      if (typeof bytes === "string") return excluded(bytes === "too_large" ? bytes : "unreadable");
      return { kind: "file", bytes };
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return isGone(error) ? ABSENT : excluded("unreadable");
    }
  }

  /** Whether the index would leave out a file of this path. */
  ignores(diskPath: string): boolean {
    return this.#policy.ignores(diskPath, "file").ignored;
  }
}

function excluded(cause: CommitFileCause): DiskFile {
  return { kind: "excluded", cause };
}
