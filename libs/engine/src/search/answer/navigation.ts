/** Where a result leads: into the call graph, or else the calls that show its place. */
import type { CallGraphHint, GroupResult } from "@satori/contracts";
import { NONE, Resolution, SCOPE_FLAGS, type ScopeRef, type SymbolFact, calledBy, resolvesCalls } from "@satori/sidecar";
import { join } from "node:path";
import { snapshotProject } from "../../graph/snapshot-project.ts";
import { hasOutline } from "../../files/outline.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Place } from "./places.ts";

export type Navigation = Pick<GroupResult, "callGraphHint" | "navigationFallback">;

/** @param root that files are relative to */
export async function navigationOf(place: Place, snapshot: Snapshot, root: string): Promise<Navigation> {
  const [content] = await snapshot.contents([place.file]);
  const symbols = content?.symbols ?? [];
  const callGraphHint = callGraphHintOf(place, symbols, snapshot);
  return callGraphHint.supported ? { callGraphHint } : { callGraphHint, navigationFallback: fallback(place, symbols, { snapshot, root }) };
}

/** Supported is what `call_graph` answers: a symbol that calls start from and lead to. */
function callGraphHintOf({ symbol, file, path }: Place, symbols: readonly SymbolFact[], snapshot: Snapshot): CallGraphHint {
  const { files, calls } = snapshot;
  const unsupported = (reason: Extract<CallGraphHint, { supported: false }>["reason"]): CallGraphHint => ({ supported: false, reason });
  if (!symbol) return unsupported(files.unparsed[file] === 1 ? "unparsed_file" : "no_symbol");
  if (!resolvesCalls(files.languages[file] as string)) return unsupported("unsupported_language");
  const flow = calls.flow(file);
  if (!flow) return unsupported("unparsed_file");
  const position = symbols.findIndex(({ id }) => id === symbol.id);
  const own = flow.scopes.filter((scope) => scope.symbol === position);
  const isCalled = own.some(({ flags }) => (flags & (SCOPE_FLAGS.variable | SCOPE_FLAGS.field)) === 0) || own.some(({ parent, name }) => callsSomething(snapshot, { file, scope: parent }, name));
  if (!isCalled) return unsupported("not_callable");
  const span = { startLine: symbol.startLine, endLine: symbol.endLine };
  return { supported: true, symbolRef: { file: path, symbolId: symbol.id, symbolLabel: symbol.label, span } };
}

/** Whether a call of a variable leads anywhere: what it is given may be an object, or a text. */
function callsSomething(snapshot: Snapshot, around: ScopeRef, name: string): boolean {
  const resolution = new Resolution(snapshotProject(snapshot));
  return calledBy(resolution, around, name).some(({ file, scope }) => {
    const called = resolution.index(file)?.flow.scopes[scope];
    return called?.symbol !== NONE && ((called?.flags ?? 0) & SCOPE_FLAGS.field) === 0;
  });
}

function fallback({ file, path, span }: Place, symbols: readonly SymbolFact[], { snapshot, root }: { readonly snapshot: Snapshot; readonly root: string }): NonNullable<GroupResult["navigationFallback"]> {
  return {
    readFile: { tool: "read_file", args: { path: join(root, path), start_line: span.startLine, end_line: span.endLine } },
    ...(hasOutline(snapshot.files, file, symbols) ? { fileOutline: { tool: "file_outline", args: { path: root, file: path } } } : {}),
  };
}
