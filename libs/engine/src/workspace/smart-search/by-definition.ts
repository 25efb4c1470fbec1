/** Finds definitions by name, using the index of the codebase that contains a root. */
import { gate } from "../../codebase/gate.ts";
import type { CallContext, EngineContext } from "../../engine-context.ts";
import type { EnsureFresh } from "../../files/file-outline.ts";
import {
  type SymbolMatch,
  type SymbolSearchArea,
  findSymbols,
} from "../../files/symbol-lookup/find-symbol.ts";
import { isAside } from "../../lexical/path-class.ts";
import { indexedPath } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import type { Unanswered } from "./index-state.ts";
import type { SearchedRoot } from "../roots.ts";
import { isOwn } from "../tree.ts";

/** Limit on the symbols of one name that are examined. */
const MAX_DEFINITIONS = 1_000;

/**
 * Definitions outside tests, fixtures and generated code first, then by file and line; or the gate's answer
 * if the index cannot be used.
 */
export async function byDefinition(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  { root, name }: { readonly root: SearchedRoot; readonly name: string },
  call: CallContext,
): Promise<Findings | Unanswered> {
  const target = context.codebases.covering(root.path, root.path);
  const { codebase } = target;
  const echo = { path: root.path, effectiveRoot: codebase.root };
  const gated = gate({
    view: await codebase.view(),
    tool: "search_codebase",
    echo,
    call,
    isDebug: false,
    reindexReads: context.config.reindexReads,
  });
  // The gate gives no other answers.
  if (gated.kind === "closed") return gated.envelope as Unanswered;
  await ensureFresh(target, gated, call);
  using snapshot = await codebase.snapshot();
  const folder = indexedPath(codebase.root, root.path) ?? "";
  const check = (): void => call.deadline.check();
  const inRoot = (file: string): string => (folder === "" ? file : file.slice(folder.length + 1));
  const symbols = (await symbolsOf(snapshot, name, { folder, check })).filter(({ file }) =>
    isOwn(root, inRoot(file)),
  );
  const shown = [...symbols]
    .sort((left, right) => asideOf(snapshot, left) - asideOf(snapshot, right))
    .slice(0, MAX_DEFINITIONS);
  return findings(
    shown.map((symbol) => ({
      ...findingOf(symbol),
      repo: root.repo,
      path: inRoot(symbol.file),
      tier: asideOf(snapshot, symbol),
    })),
    { isCut: shown.length < symbols.length },
  );
}

/** Matches the whole name or, if there is none, its last part, since the part before may be a variable. */
async function symbolsOf(
  snapshot: Snapshot,
  name: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolMatch[]> {
  const whole = await findSymbols(snapshot, name, place);
  return whole.length > 0 || !name.includes(".")
    ? whole
    : findSymbols(snapshot, name.slice(name.lastIndexOf(".") + 1), place);
}

function asideOf(snapshot: Snapshot, { file }: SymbolMatch): number {
  return Number(isAside(snapshot.files.pathClasses[snapshot.fileAt(file)] as number));
}

function findingOf({ kind, symbolLabel, span, fact }: SymbolMatch): Omit<Finding, "repo" | "path"> {
  return {
    found_by: "definitions",
    kind,
    start_line: span.startLine,
    end_line: span.endLine,
    symbol: symbolLabel,
    ...(fact.signature === null ? {} : { text: fact.signature }),
  };
}
