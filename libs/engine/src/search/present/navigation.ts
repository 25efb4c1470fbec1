/** Next calls for a result: into the call graph, or else the calls that show its passage. */
import type { CallGraphHint, GroupResult } from "@satori/contracts";
import { Evaluator, type SymbolFact, resolvesCalls } from "@satori/sidecar";
import { join } from "node:path";
import { type SymbolMatch, candidateOf } from "../../files/symbol-lookup/find-symbol.ts";
import { scopesOf } from "../../files/symbol-lookup/scopes-of-symbol.ts";
import { snapshotProject } from "../../store/snapshot-project.ts";
import { isUncalled } from "../../graph/uncalled.ts";
import { mayBeUsed } from "../../graph/uses/find-uses.ts";
import { hasOutline } from "../../files/outline/outline.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Passage } from "./passages.ts";

export type Navigation = Pick<GroupResult, "callGraphHint" | "navigationFallback">;

/**
 * Call-graph hint of a passage, with a fallback if the call graph does not support it.
 *
 * @param root folder that files are relative to
 */
export async function navigationOf(passage: Passage, snapshot: Snapshot, root: string): Promise<Navigation> {
  const [content] = await snapshot.contents([passage.file]);
  const symbols = content?.symbols ?? [];
  const callGraphHint = callGraphHintOf(passage, symbols, snapshot);
  return callGraphHint.supported
    ? { callGraphHint }
    : { callGraphHint, navigationFallback: fallback(passage, symbols, { snapshot, root }) };
}

/**
 * A symbol is supported if `call_graph` can answer for it: calls start from it or lead to it, or it is used.
 */
function callGraphHintOf(
  { symbol, file, path }: Passage,
  symbols: readonly SymbolFact[],
  snapshot: Snapshot,
): CallGraphHint {
  const { files, calls } = snapshot;
  const unsupported = (reason: Extract<CallGraphHint, { supported: false }>["reason"]): CallGraphHint => ({
    supported: false,
    reason,
  });
  if (!symbol) return unsupported(files.unparsed[file] === 1 ? "unparsed_file" : "no_symbol");
  if (!resolvesCalls(files.languages[file] as string)) return unsupported("unsupported_language");
  if (!calls.flow(file)) return unsupported("unparsed_file");
  if (!isFollowed(snapshot, candidateOf(path, symbol), { at: file, symbols }))
    return unsupported("not_callable");
  const span = { startLine: symbol.startLine, endLine: symbol.endLine };
  return { supported: true, symbolRef: { file: path, symbolId: symbol.id, symbolLabel: symbol.label, span } };
}

/** Whether the symbol calls something, is called, or is used. */
function isFollowed(
  snapshot: Snapshot,
  found: SymbolMatch,
  passage: { readonly at: number; readonly symbols: readonly SymbolFact[] },
): boolean {
  if (mayBeUsed(found)) return true;
  const resolution = new Evaluator(snapshotProject(snapshot));
  const refs = scopesOf(resolution, found, passage);
  return refs.length > 0 && !isUncalled(snapshot, resolution, { found: [found], refs });
}

function fallback(
  { file, path, span }: Passage,
  symbols: readonly SymbolFact[],
  { snapshot, root }: { readonly snapshot: Snapshot; readonly root: string },
): NonNullable<GroupResult["navigationFallback"]> {
  return {
    readFile: {
      tool: "read_file",
      args: { path: join(root, path), start_line: span.startLine, end_line: span.endLine },
    },
    ...(hasOutline(snapshot.files, file, symbols)
      ? { fileOutline: { tool: "file_outline", args: { path: root, file: path } } }
      : {}),
  };
}
