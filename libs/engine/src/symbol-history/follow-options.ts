/** What a request needs to follow symbols: readers of versions, limits, and how the deadline ends it. */
import { LIMITS } from "@satori/contracts";
import { isPastDeadline } from "../deadline.ts";
import type { LogRange } from "../git/file-log.ts";
import { OBJECT_VARIABLES } from "../git/objects.ts";
import type { GitCall } from "../git/run-git.ts";
import { isWithin } from "../model/paths.ts";
import { BlobSource } from "./blob-source.ts";
import { fileLogs } from "./file-logs.ts";
import type { FollowOptions } from "./follow-symbol.ts";
import type { HistoryRepository } from "./repository.ts";
import type { HistoryRequest } from "./history-request.ts";
import { VersionReader } from "./version-reader.ts";

/** Longest time for one query of git. The log of a file in a repository of 100,000 commits takes seconds. */
const GIT_TIMEOUT_MS = 30_000;

/** How git is called for a request; it is stopped at the deadline. */
export function gitCallOf({ call }: Pick<HistoryRequest, "call">): GitCall {
  return { timeoutMs: GIT_TIMEOUT_MS, signal: call.signal, variables: OBJECT_VARIABLES };
}

export interface Following extends AsyncDisposable {
  readonly versions: VersionReader;
  /** Called with the blobs that will be read next, in their order. */
  readonly announce: (blobs: readonly string[]) => Promise<void>;
  readonly optionsFor: (range: LogRange) => FollowOptions;
}

/** Opens the readers of a request. Dispose of them: a git process may be running. */
export function openFollowing(request: HistoryRequest, repository: HistoryRepository): Following {
  const { context, call } = request;
  const { deadline, signal } = call;
  const blobs = new BlobSource(repository.folder, { maxBytes: context.config.maxFileBytes, signal });
  const versions = new VersionReader({
    readBlob: (id) => blobs.read(id),
    analyzer: context.analyzer,
    signal,
  });
  const { maxChanges, maxFileCommits, maxMoves, maxFilesOfCommit } = LIMITS.symbolHistory;
  const announce = (ids: readonly string[]): Promise<void> => blobs.announce(ids);
  return {
    versions,
    announce,
    optionsFor: (range) => ({
      root: repository.folder,
      range,
      limits: {
        changes: maxChanges,
        fileCommits: maxFileCommits,
        moves: maxMoves,
        filesOfCommit: maxFilesOfCommit,
      },
      git: gitCallOf(request),
      versions,
      logOf: fileLogs({
        root: repository.folder,
        range,
        maxCommits: maxFileCommits,
        git: gitCallOf(request),
      }),
      announce,
      mayRead: (path) => mayRead(request, repository.inCodebase(path)),
      shallow: repository.shallow,
      isOver: () => deadline.isReached,
      pause: async () => {
        try {
          await deadline.pause();
        } catch (error) {
          if (!isPastDeadline(error)) throw error;
        }
      },
    }),
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

/** Whether the answer may name a file: a confined call learns nothing about files outside the codebase. */
export function mayRead({ call: { confinedTo } }: Pick<HistoryRequest, "call">, file: string): boolean {
  return confinedTo === undefined || !(file === ".." || isWithin(file, ".."));
}
