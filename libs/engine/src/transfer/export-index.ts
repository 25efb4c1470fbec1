/** Writes the index of a codebase into a file that another machine can take. */
import { randomUUID } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { requireReadable } from "../codebase/gate.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, systemCode } from "../errors.ts";
import { writeArchive } from "./archive.ts";

export interface TransferInput {
  readonly path: string;
  /** The file; relative to the base folder. */
  readonly file: string;
}

/** An exported or imported index. */
export interface TransferredIndex {
  readonly root: string;
  readonly file: string;
  readonly files: number;
  readonly chunks: number;
}

/**
 * Writes the complete index. A file of that name is replaced at the end. Throws `INVALID_ARGUMENTS` if there
 * is no index that can answer, or if the store is not SQLite, and `STORE_UNAVAILABLE`.
 */
export async function exportIndex(
  context: EngineContext,
  input: TransferInput,
  call: Pick<CallContext, "baseFolder">,
): Promise<TransferredIndex> {
  requireSqlite(context);
  const { codebase } = context.codebases.named(input.path, call.baseFolder);
  const view = await codebase.view();
  requireReadable(view);
  const complete = view.head?.complete;
  if (!complete || view.active || view.compatibility)
    throw new EngineError(
      "INVALID_ARGUMENTS",
      view.active
        ? `${codebase.root} is being indexed: export it when that is done`
        : view.compatibility
          ? `The index of ${codebase.root} has to be rebuilt first: satori reindex`
          : `${codebase.root} is not indexed: satori index`,
    );
  const { files, chunks } = await codebase.store().statistics(complete.run.id);
  const file = resolve(call.baseFolder, input.file);
  const [database, archive] = [`${file}.${randomUUID()}.db`, `${file}.${randomUUID()}.part`];
  try {
    context.stores.copy(codebase.storeFile.location().folder, codebase.root, database);
    writeArchive(archive, complete.marker.fingerprint, database);
    renameSync(archive, file);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError("STORE_UNAVAILABLE", `${file} cannot be written (${systemCode(cause)})`, { cause });
  } finally {
    for (const left of [database, archive]) rmSync(left, { force: true });
  }
  return { root: codebase.root, file, files, chunks };
}

export function requireSqlite({ config }: Pick<EngineContext, "config">): void {
  if (config.store !== "sqlite")
    throw new EngineError(
      "INVALID_ARGUMENTS",
      `Only indexes in SQLite are files, and SATORI_STORE is ${config.store}: machines share those in Milvus`,
    );
}
