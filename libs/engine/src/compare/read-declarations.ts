/** Reads the declarations of both versions of changed files, without a checkout. */
import type { UncomparedCause, UncomparedFile } from "@satori/contracts";
import { detectLanguage, visibilityRuleOf } from "@satori/sidecar";
import { maxBytesOf } from "../contents/file-text.ts";
import { isPastDeadline } from "../deadline.ts";
import { type Blob, readBlobs } from "../git/read-blobs.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { DeclaredFile, DeclaredOutcome } from "../model/declared-file.ts";
import { outcomesInOrder, type TaskOrOutcome } from "../prepare/outcomes-in-order.ts";
import type { FileDeclarer } from "../prepare/preparer.ts";
import type { DeclareTask } from "../prepare/work-task.ts";
import type { CommitFile, FilesOfCommit } from "../scan/files-of-commit.ts";
import { type FilePair, pathOf } from "./file-pairs.ts";

/** Both versions of a file; null where a version does not have it. */
export interface DeclaredPair {
  readonly base: DeclaredFile | null;
  readonly head: DeclaredFile | null;
}

export interface ReadPairs {
  /** In the order of the files. */
  readonly declared: readonly DeclaredPair[];
  /** In the order of the files. */
  readonly uncompared: readonly UncomparedFile[];
}

export interface ReadRequest {
  readonly root: string;
  readonly pairs: readonly FilePair[];
  readonly base: FilesOfCommit;
  readonly head: FilesOfCommit;
  readonly declarer: FileDeclarer;
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A version of a file to read. */
interface Side {
  readonly file: CommitFile;
  readonly companions: readonly CommitFile[];
}

type Outcome = DeclaredFile | UncomparedCause;
type TaskOrCause = TaskOrOutcome<DeclareTask, UncomparedCause>;

/**
 * Files beyond `ENGINE_LIMITS.comparedFiles` are not read, nor are files after the deadline. Throws
 * `CANCELLED`, `DEADLINE_REACHED` if it passed before a file was read, and the errors of `readBlobs`.
 */
export async function readDeclarations(request: ReadRequest): Promise<ReadPairs> {
  const pairs = request.pairs.slice(0, ENGINE_LIMITS.comparedFiles);
  const [old, present] = [byPath(request.base), byPath(request.head)];
  const sides = pairs.flatMap(({ base, head }) => [
    ...(base === null ? [] : [sideOf(base, old)]),
    ...(head === null ? [] : [sideOf(head, present)]),
  ]);
  const outcomes = await outcomesOf(sides, request);
  const declared: DeclaredPair[] = [];
  const uncompared: UncomparedFile[] = [];
  let next = 0;
  for (const pair of request.pairs) {
    const isBeyond = declared.length + uncompared.length >= pairs.length;
    const of = (file: CommitFile | null): Outcome | null =>
      file === null ? null : isBeyond ? "limit" : (outcomes[next++] ?? "deadline");
    const [base, head] = [of(pair.base), of(pair.head)];
    const cause = [head, base].find((outcome) => typeof outcome === "string");
    if (typeof cause === "string") uncompared.push({ file: pathOf(pair), cause });
    // The check above leaves declared files only.
    else declared.push({ base: base as DeclaredFile | null, head: head as DeclaredFile | null });
  }
  return { declared, uncompared };
}

function byPath({ files }: FilesOfCommit): ReadonlyMap<string, CommitFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function sideOf(file: CommitFile, files: ReadonlyMap<string, CommitFile>): Side {
  const rule = visibilityRuleOf(detectLanguage(file.path, "")?.id ?? "");
  const companions = (rule?.companions?.(file.path) ?? []).flatMap((path) => files.get(path) ?? []);
  return { file, companions };
}

/** As many outcomes as could be had before the deadline. */
async function outcomesOf(sides: readonly Side[], request: ReadRequest): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  try {
    for await (const outcome of eachOutcome(sides, request)) outcomes.push(outcome);
  } catch (error) {
    if (!isPastDeadline(error) || outcomes.length === 0) throw error;
  }
  return outcomes;
}

async function* eachOutcome(sides: readonly Side[], request: ReadRequest): AsyncGenerator<Outcome, void> {
  let batch: TaskOrCause[] = [];
  let bytes = 0;
  for await (const item of eachVersion(sides, request)) {
    batch.push(item);
    bytes += "task" in item ? item.task.sizeBytes : 0;
    if (batch.length < ENGINE_LIMITS.writeFiles && bytes < ENGINE_LIMITS.writeBytes) continue;
    yield* declared(batch, request);
    batch = [];
    bytes = 0;
  }
  yield* declared(batch, request);
}

async function* declared(
  batch: readonly TaskOrCause[],
  { declarer, signal }: ReadRequest,
): AsyncGenerator<Outcome, void> {
  const outcomes = outcomesInOrder<DeclareTask, DeclaredOutcome | UncomparedCause>(batch, (tasks) =>
    declarer.declare(tasks, signal),
  );
  for await (const outcome of outcomes)
    yield typeof outcome === "string" || outcome.kind === "declared" ? outcome : causeOf(outcome.cause);
}

/** A file that is none of the causes of a commit cannot be read. */
function causeOf(cause: string): UncomparedCause {
  return cause === "binary" || cause === "encoding" || cause === "unparsable" ? cause : "unreadable";
}

/** Reads the files, each after its companions. */
async function* eachVersion(
  sides: readonly Side[],
  { root, maxFileBytes, signal }: ReadRequest,
): AsyncGenerator<TaskOrCause, void> {
  const companions = new Map<string, Uint8Array>();
  const known = new Set<string>();
  const ids = sides.flatMap(({ file, companions: others }) => {
    const missing = others.filter(({ id }) => !known.has(id)).map(({ id }) => id);
    for (const id of missing) known.add(id);
    return [...missing, file.id];
  });
  const maxBytes = Math.max(...sides.map(({ file }) => maxBytesOf(file.path, maxFileBytes)), 0);
  const blobs = readBlobs(root, ids, { maxBytes, signal });
  const unread = new Set(known);
  try {
    for (const { file, companions: others } of sides) {
      for (const { id } of others.filter((other) => unread.delete(other.id))) {
        const blob = await nextBlob(blobs);
        if (blob?.kind === "content") companions.set(id, blob.bytes);
      }
      const blob = await nextBlob(blobs);
      if (blob?.kind === "content") yield { task: taskFor(file, blob.bytes, textsOf(others, companions)) };
      else yield { outcome: blob?.kind ?? "unreadable" };
    }
  } finally {
    await blobs.return(undefined);
  }
}

function taskFor(
  { path, sizeBytes }: CommitFile,
  bytes: Buffer,
  companions: DeclareTask["companions"],
): DeclareTask {
  return { kind: "declare", path, sizeBytes, bytes, companions };
}

function textsOf(
  files: readonly CommitFile[],
  known: ReadonlyMap<string, Uint8Array>,
): DeclareTask["companions"] {
  return files.flatMap(({ path, id }) => {
    const bytes = known.get(id);
    return bytes === undefined ? [] : [{ path, bytes }];
  });
}

async function nextBlob(blobs: AsyncGenerator<Blob, void>): Promise<Blob | null> {
  const { value } = await blobs.next();
  return value ?? null;
}
