/**
 * Estimates what a full run would send to the embedder. It does everything that a run does before that, and
 * sends and writes nothing.
 */
import type { ManageIndexInput } from "@satori/contracts";
import { refuseNewer } from "../codebase/gate.ts";
import { refuseWholeSystem } from "../codebase/home/refused-folders.ts";
import { requireFolder, requirePresent } from "../codebase/home/registry.ts";
import type { Embedder } from "../embed/embedder.ts";
import { documentInput } from "../embed/remote/provider.ts";
import { estimateTextTokens } from "../embed/token-estimate.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseProblems } from "../errors.ts";
import type { PreparedFile } from "../model/indexed-file.ts";
import { NO_SETTINGS, settingsWith } from "../model/run.ts";
import { detectChanges } from "../scan/detect.ts";
import { openRules } from "../scan/rules.ts";
import { settingProblems } from "./requested-settings.ts";
import { diskSource } from "./tree-source.ts";

export interface EstimateInput extends Pick<
  ManageIndexInput,
  "path" | "force" | "customExtensions" | "ignorePatterns"
> {}

/** Texts for an embedder: one per chunk, and one for the path of each file. */
export interface TextEstimate {
  readonly texts: number;
  /** An estimate; see `estimateTextTokens`. */
  readonly tokens: number;
}

export interface Estimate {
  readonly root: string;
  readonly files: number;
  readonly chunks: number;
  /** Null if the codebase is searched by words only. */
  readonly embedder: { readonly provider: string; readonly model: string; readonly isLocal: boolean } | null;
  /** All texts; zero for the built-in embedder. */
  readonly all: TextEstimate;
  /** The part that is already in the cache. */
  readonly cached: TextEstimate;
  /** The rest, which would be sent. */
  readonly toSend: TextEstimate;
  /** Price of a million tokens; null if not configured. */
  readonly pricePerMillionTokens: number | null;
  /** Cost of the texts to send; null if there are any and the price is unknown. */
  readonly cost: number | null;
}

type Counts = { -readonly [Field in keyof TextEstimate]: number };

/** Estimates a full run. Throws the errors that `manage_index create` would answer with, and `CANCELLED`. */
export async function estimateIndex(
  context: EngineContext,
  input: EstimateInput,
  call: Pick<CallContext, "baseFolder" | "signal" | "onProgress">,
): Promise<Estimate> {
  refuseProblems(settingProblems(input));
  const target = context.codebases.named(input.path, call.baseFolder);
  requirePresent(target);
  requireFolder(target.realPath);
  if (input.force !== true) refuseWholeSystem(target.realPath);
  const { codebase } = target;
  const view = await codebase.view();
  refuseNewer(view);
  const rules = openRules(
    codebase.root,
    settingsWith(view.head?.settings ?? NO_SETTINGS, input),
    context.config.home,
  );
  call.onProgress?.("scanning", { filesDone: 0, filesTotal: null, chunks: 0 });
  const source = diskSource(codebase.root, context);
  const scan = await source.walk({
    root: codebase.root,
    rules: () => rules.policy.rootScope(),
    previous: new Map(),
    trustsVerdicts: false,
    maxFileBytes: context.config.maxFileBytes,
    nowMs: context.clock.nowMs(),
    signal: call.signal,
  });
  const { candidates } = detectChanges(new Map(), scan);
  const counts = { filesDone: 0, filesTotal: candidates.length, chunks: 0 };
  const all: Counts = { texts: 0, tokens: 0 };
  const cached: Counts = { texts: 0, tokens: 0 };
  let files = 0;
  for await (const outcome of source.prepare(candidates, call.signal)) {
    if (outcome.kind === "indexed") {
      files++;
      counts.chunks += outcome.chunkTexts.length;
      countTexts(outcome, context.embedder, all, cached);
    }
    counts.filesDone++;
    call.onProgress?.("indexing", counts);
  }
  return { root: codebase.root, files, chunks: counts.chunks, ...costOf(context, all, cached) };
}

function countTexts(
  { path, chunkTexts }: PreparedFile,
  embedder: Embedder | null,
  all: Counts,
  cached: Counts,
): void {
  if (!embedder || embedder.capabilities.local) return;
  const documents = chunkTexts.map((text) => ({ path, text }));
  const keptDocuments = embedder.keptDocuments?.(documents);
  const keptPath = embedder.keptPaths?.([path]);
  const count = (text: string, isKept: boolean | undefined): void => {
    const tokens = estimateTextTokens(text);
    for (const into of isKept ? [all, cached] : [all]) {
      into.texts++;
      into.tokens += tokens;
    }
  };
  for (const [at, document] of documents.entries()) count(documentInput(document), keptDocuments?.has(at));
  count(path, keptPath?.has(0));
}

function costOf(
  { embedder, config }: EngineContext,
  all: TextEstimate,
  cached: TextEstimate,
): Omit<Estimate, "root" | "files" | "chunks"> {
  const toSend = { texts: all.texts - cached.texts, tokens: all.tokens - cached.tokens };
  const price =
    config.embedderPrice > 0 && embedder?.capabilities.local === false ? config.embedderPrice : null;
  const cost = toSend.tokens === 0 ? 0 : price === null ? null : (toSend.tokens * price) / 1_000_000;
  const asked = embedder && {
    provider: embedder.provider,
    model: embedder.model,
    isLocal: embedder.capabilities.local,
  };
  return { embedder: asked, all, cached, toSend, pricePerMillionTokens: price, cost };
}
