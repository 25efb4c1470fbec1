/** Answers of `type_hierarchy` without a hierarchy: no such symbol, several, or one that is in none. */
import { LIMITS, type TypeHierarchyOutput, buildEnvelope } from "@satori/contracts";
import { unindexedCode } from "../contents/unindexed.ts";
import { ALL_PARSED, noting, unparsedIn, unparsedWithin } from "../files/outline/unparsed.ts";
import { nearNote, nearSymbols } from "../files/symbol-lookup/near-symbols.ts";
import { distinctivePart } from "../files/symbol-lookup/written-name.ts";
import { kindInWords } from "../graph/uses/uses-summary.ts";
import { plainNode } from "../graph/uses/describe-uses.ts";
import { indexedPath } from "../model/paths.ts";
import { doubting } from "../model/staleness.ts";
import { searchForName } from "../query/name-query.ts";
import type { HierarchyRequest } from "./hierarchy-request.ts";
import type { HierarchyRoot, RequestedDefinition } from "./requested-definition.ts";

/** Similar symbols, and what the index does not cover. */
export async function unknownDefinition(request: HierarchyRequest): Promise<TypeHierarchyOutput> {
  const { target, input, echo, gated, behind, call, snapshot, resolution, name } = request;
  const { root, diskRoot } = target.codebase;
  const check = (): void => resolution.check();
  const place = input.symbolRef?.file ?? indexedPath(root, target.realPath) ?? "";
  const near = await nearSymbols(snapshot, name, { folder: place, check });
  const inPlace = unparsedWithin(snapshot, place, check);
  const unparsed = inPlace === ALL_PARSED ? unparsedIn(snapshot, name, check) : inPlace;
  const unindexed = await unindexedCode({ snapshot, root: diskRoot, place, check });
  const message =
    `No symbol ${name} in the index${place === "" ? "" : ` of ${place}`}.` +
    nearNote(near, { how: "pass its symbolId" });
  return buildEnvelope(
    "type_hierarchy",
    {
      status: "not_found",
      message: doubting([unparsed, unindexed].reduce(noting, message), behind),
      hints: searchForName(root, distinctivePart(name)),
      warnings: [...gated.warnings, ...behind.warnings, ...unparsed.warnings, ...unindexed.warnings],
    },
    { ...echo, ...(near.length > 0 ? { candidates: near } : {}) },
    call.elapsedMs(),
  );
}

/** @param roots at least two; sorted by file, start line, label, id */
export function severalDefinitions(
  { echo, gated, behind, call, name }: HierarchyRequest,
  roots: readonly HierarchyRoot[],
): TypeHierarchyOutput {
  const listed = roots.slice(0, LIMITS.callGraph.maxNamesakes).map(({ symbol }) => plainNode(symbol));
  const isCut = listed.length < roots.length;
  const noun = roots.every(({ what }) => what === "type") ? "types" : "methods";
  const message =
    `${roots.length} ${noun} are called ${name}` +
    `${isCut ? `, of which ${listed.length} are listed` : ""}. To select one, pass its symbolId as symbol.`;
  return buildEnvelope(
    "type_hierarchy",
    {
      status: "ambiguous",
      message: doubting(message, behind),
      warnings: [...gated.warnings, ...behind.warnings, ...(isCut ? (["OUTPUT_TRUNCATED"] as const) : [])],
    },
    { ...echo, candidates: listed },
    call.elapsedMs(),
  );
}

/** The symbol exists, but is neither a type nor a method, or its file says nothing about types. */
export function withoutHierarchy(
  { target, echo, gated, behind, call, snapshot, name }: HierarchyRequest,
  { why, symbol }: RequestedDefinition & { readonly kind: "unsupported" },
): TypeHierarchyOutput {
  const { symbolLabel, kind, file } = symbol;
  const language = snapshot.files.languages[snapshot.fileAt(file)] ?? "this language";
  const reasons = {
    language: `Types in ${language} are not resolved.`,
    file: `The types in ${file} could not be read.`,
    kind:
      `${symbolLabel} is ${kindInWords(kind)} without a place in a hierarchy: only types, and methods that ` +
      "subtypes may override, have supertypes and subtypes. Use call_graph for its callers and uses.",
  } as const;
  const search = why === "kind" ? "" : " Search for the name to find its uses.";
  return buildEnvelope(
    "type_hierarchy",
    {
      status: "unsupported",
      message: doubting(`${reasons[why]}${search}`, behind),
      hints: searchForName(target.codebase.root, distinctivePart(name)),
      warnings: [...gated.warnings, ...behind.warnings],
    },
    echo,
    call.elapsedMs(),
  );
}
