/** Finds the frames of a trace in the files of a commit, and what each of them runs. */
import { LIMITS, isFunctionKind } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { listTree } from "../git/list-tree.ts";
import type { AnalyzedVersion } from "./file-version.ts";
import { type Following, mayRead } from "./follow-options.ts";
import type { HistoryRequest } from "./history-request.ts";
import type { HistoryRepository } from "./repository.ts";
import { FilesBySuffix, type WrittenFrame, framesIn } from "./trace-frames.ts";
import type { BlobVersion } from "./version-reader.ts";

/** A frame in the codebase. */
export interface PlacedFrame {
  readonly written: WrittenFrame;
  /** From the top level of the repository. */
  readonly path: string;
  readonly blob: string;
  /** Null if the file cannot be read as text, or the deadline passed before. */
  readonly version: AnalyzedVersion | null;
  /** What the frame runs; null for code outside symbols. */
  readonly fact: SymbolFact | null;
}

export interface TraceSources {
  readonly repository: HistoryRepository;
  readonly commit: string;
  readonly following: Following;
}

/** The frames of a trace in files of a commit, nearest first, and all files of that commit. */
export async function placedFrames(
  request: HistoryRequest,
  trace: string,
  { repository, commit, following }: TraceSources,
): Promise<{
  readonly frames: readonly PlacedFrame[];
  /** Number of frames that are in no file, or in several. */
  readonly others: number;
  readonly paths: readonly string[];
}> {
  const tree = await listTree(repository.folder, { commit }, request.call.signal);
  const blobs = new Map(
    tree.flatMap(({ kind, path, id }) =>
      kind === "file" && path !== null && mayRead(request, repository.inCodebase(path)) ? [[path, id]] : [],
    ),
  );
  const paths = [...blobs.keys()];
  const files = new FilesBySuffix(paths);
  const located: (BlobVersion & { readonly written: WrittenFrame })[] = [];
  let others = 0;
  for (const written of framesIn(trace)) {
    const [path, ...more] = files.matching(written.path);
    if (path === undefined || more.length > 0) others++;
    else if (located.length < LIMITS.symbolHistory.maxFrames)
      located.push({ written, path, blob: blobs.get(path) ?? "" });
  }
  const versions = await analyzedVersions(request, located, following);
  const frames = located.map((frame, at): PlacedFrame => {
    const version = versions[at] ?? null;
    return { ...frame, version, fact: version && symbolOfFrame(version.symbols, frame.written) };
  });
  return { frames, others, paths };
}

/** The analyses of versions, in their order. At the deadline, the rest is null. */
async function analyzedVersions(
  { call: { deadline } }: HistoryRequest,
  located: readonly BlobVersion[],
  { versions, announce }: Following,
): Promise<readonly (AnalyzedVersion | null)[]> {
  await announce([...new Set(located.map(({ blob }) => blob))]);
  return Promise.all(
    located.map(({ blob, path }) =>
      versions.analyze({ blob, path }).catch((error: unknown) => {
        if (!deadline.isReached) throw error;
        return null;
      }),
    ),
  );
}

/**
 * What a frame runs: the function of its name, the nearest if there are several; else the innermost function,
 * or symbol, around its line. The line is that of another version, maybe.
 */
function symbolOfFrame(symbols: readonly SymbolFact[], { name, line }: WrittenFrame): SymbolFact | null {
  const distance = ({ startLine, endLine }: SymbolFact): number =>
    line < startLine ? startLine - line : Math.max(0, line - endLine);
  const named = symbols.filter((symbol) => symbol.name === name && isFunctionKind(symbol.kind));
  const [nearest] = [...named].sort((left, right) => distance(left) - distance(right));
  if (nearest) return nearest;
  const around = symbols.filter((symbol) => distance(symbol) === 0 && symbol.kind !== "section");
  return around.findLast(({ kind }) => isFunctionKind(kind)) ?? around.at(-1) ?? null;
}
