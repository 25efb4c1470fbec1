/** The impact of changes that are only planned: each is made to a symbol of the index. */
import {
  type ChangeImpactOutput,
  type ImpactChange,
  LIMITS,
  type PlannedChange,
  type PlannedChangeKind,
  buildEnvelope,
} from "@satori/contracts";
import { type SymbolMatch, searchSymbols } from "../files/symbol-lookup/find-symbol.ts";
import { nearNote, nearSymbols } from "../files/symbol-lookup/near-symbols.ts";
import { plainNode } from "../graph/uses/describe-uses.ts";
import { compareText, indexedPath } from "../model/paths.ts";
import { doubting } from "../model/staleness.ts";
import type { CodeView } from "../store/code-view.ts";
import type { SymbolChange } from "./changed-symbols.ts";
import type { FileVersion } from "./file-version.ts";
import { findImpact } from "./find-impact.ts";
import { impactAnswer } from "./impact-answer.ts";
import type { ImpactRequest } from "./impact-request.ts";
import { VersionGraph } from "./version-graph.ts";

const CHANGES: Readonly<Record<PlannedChangeKind, ImpactChange>> = {
  remove: "removed",
  signature: "signature_changed",
  body: "body_changed",
};

export async function plannedImpact(
  request: ImpactRequest,
  planned: readonly PlannedChange[],
): Promise<ChangeImpactOutput> {
  const { target, call } = request;
  using snapshot = await target.codebase.snapshot();
  const changes: SymbolChange[] = [];
  for (const { symbol, change } of planned) {
    const [only, ...others] = await symbolsNamed(request, snapshot, symbol);
    if (!only) return await unknownSymbol(request, snapshot, symbol);
    if (others.length > 0) return severalSymbols(request, symbol, [only, ...others]);
    changes.push(await plannedChange(snapshot, only, change));
  }
  const graph = new VersionGraph(snapshot, call.deadline);
  const found = await findImpact(
    request,
    { changes: inOrder(changes), base: graph, head: graph, pathInHead: (path) => path },
    await snapshot.history(),
  );
  return await impactAnswer(request, null, found);
}

/** As the answer lists them, each symbol once for each change. */
function inOrder(changes: readonly SymbolChange[]): readonly SymbolChange[] {
  const order = Object.values(CHANGES);
  const placeOf = ({ base, head }: SymbolChange): NonNullable<SymbolChange["head"]> =>
    (head ?? base) as NonNullable<SymbolChange["head"]>;
  const distinct = new Map(
    changes.map((change) => [`${change.change} ${placeOf(change).symbol.id}`, change]),
  );
  return [...distinct.values()].sort((one, other) => {
    const [left, right] = [placeOf(one), placeOf(other)];
    return (
      order.indexOf(one.change) - order.indexOf(other.change) ||
      compareText(left.file.path, right.file.path) ||
      left.symbol.nameLine - right.symbol.nameLine ||
      compareText(left.symbol.id, right.symbol.id)
    );
  });
}

/** Headings count only where nothing else has the name. */
async function symbolsNamed(
  { target, call }: ImpactRequest,
  view: CodeView,
  name: string,
): Promise<readonly SymbolMatch[]> {
  const folder = indexedPath(target.codebase.root, target.realPath) ?? "";
  const { found } = await searchSymbols(view, name, { folder, check: () => call.deadline.check() });
  const code = found.filter(({ kind }) => kind !== "section");
  return code.length > 0 ? code : found;
}

async function plannedChange(
  view: CodeView,
  { file: path, fact }: SymbolMatch,
  change: PlannedChangeKind,
): Promise<SymbolChange> {
  const at = view.fileAt(path);
  const [content] = await view.contents([at]);
  const file: FileVersion = {
    path,
    language: view.files.languages[at] ?? "text",
    text: content?.text ?? "",
    comments: [],
    imports: [],
    symbols: content?.symbols ?? [],
    chunks: content?.chunks ?? [],
    flow: view.calls.flow(at),
    nameUses: null,
    pathClass: view.files.pathClasses[at] ?? 0,
    lineCount: view.files.lineCounts[at] ?? 0,
    hasSyntaxErrors: view.files.withSyntaxErrors[at] === 1,
    isDegraded: view.files.unparsed[at] === 1,
  };
  // How a signature will change is not known, so that no call can be said not to fit it.
  const symbol = change === "signature" ? { ...fact, signature: null } : fact;
  return {
    change: CHANGES[change],
    base: change === "remove" ? { file, symbol } : null,
    head: change === "remove" ? null : { file, symbol },
    signatureChanged: change === "signature",
    bodyChanged: change === "body",
  };
}

function severalSymbols(
  { echo, gated, behind, call }: ImpactRequest,
  name: string,
  found: readonly SymbolMatch[],
): ChangeImpactOutput {
  const listed = found.slice(0, LIMITS.callGraph.maxNamesakes).map(plainNode);
  const isCut = listed.length < found.length;
  const message =
    `${found.length} symbols are called ${name}${isCut ? `, of which ${listed.length} are listed` : ""}. ` +
    "To select one, pass its symbolId as symbol.";
  return buildEnvelope(
    "change_impact",
    {
      status: "ambiguous",
      message: doubting(message, behind),
      warnings: [...gated.warnings, ...behind.warnings, ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : [])],
    },
    { ...echo, candidates: listed },
    call.elapsedMs(),
  );
}

async function unknownSymbol(
  { target, echo, gated, behind, call }: ImpactRequest,
  view: CodeView,
  name: string,
): Promise<ChangeImpactOutput> {
  const folder = indexedPath(target.codebase.root, target.realPath) ?? "";
  const near = await nearSymbols(view, name, { folder, check: () => call.deadline.check() });
  const message =
    `No symbol ${name} in the index${folder === "" ? "" : ` of ${folder}`}.` +
    nearNote(near, { how: "pass its symbolId" });
  return buildEnvelope(
    "change_impact",
    {
      status: "not_found",
      message: doubting(message, behind),
      warnings: [...gated.warnings, ...behind.warnings],
    },
    { ...echo, ...(near.length > 0 ? { candidates: near } : {}) },
    call.elapsedMs(),
  );
}
