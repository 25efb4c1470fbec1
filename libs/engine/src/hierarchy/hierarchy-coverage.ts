/** What a hierarchy does not cover: bases that are not resolved, files and languages that are not read. */
import { type HierarchyCoverage, LIMITS, type UnresolvedBase } from "@satori/contracts";
import { type HierarchyWalk, scopeKey } from "@satori/sidecar";
import { coverageOf } from "../graph/response/coverage.ts";
import { nodeOf } from "../graph/response/describe-graph.ts";
import { compareText } from "../model/paths.ts";
import type { HierarchyRequest } from "./hierarchy-request.ts";

export async function hierarchyCoverage(
  request: HierarchyRequest,
  walks: readonly Pick<HierarchyWalk, "unresolved" | "external">[],
): Promise<HierarchyCoverage> {
  const { snapshot, target } = request;
  const {
    unresolvedSites: _sites,
    open: _open,
    languageCalls: _calls,
    ...unread
  } = await coverageOf(
    { snapshot, root: target.codebase.diskRoot },
    { unresolved: 0, open: [], languageCalls: [] },
  );
  const bases = new Map(
    walks.flatMap(({ unresolved }) =>
      unresolved.map((base) => [`${scopeKey(base.part)} ${base.written}`, base] as const),
    ),
  );
  const external = [...new Set(walks.flatMap((walk) => walk.external))].sort();
  return {
    ...unread,
    unresolvedBases: bases.size,
    ...(bases.size > 0 ? { unresolved: await firstBases(request, [...bases.values()]) } : {}),
    ...(external.length > 0
      ? { externalTypes: external.slice(0, LIMITS.typeHierarchy.maxExternalTypes) }
      : {}),
  };
}

/** By file, line, label. */
async function firstBases(
  { snapshot }: HierarchyRequest,
  bases: HierarchyWalk["unresolved"],
): Promise<readonly UnresolvedBase[]> {
  const lineOf = ({ part }: HierarchyWalk["unresolved"][number]): number =>
    snapshot.calls.flow(part.file)?.scopes[part.scope]?.startLine ?? 1;
  const listed = [...bases]
    .sort(
      (left, right) =>
        left.part.file - right.part.file ||
        lineOf(left) - lineOf(right) ||
        left.part.scope - right.part.scope ||
        compareText(left.written ?? "", right.written ?? ""),
    )
    .slice(0, LIMITS.typeHierarchy.maxUnresolved);
  const files = [...new Set(listed.map(({ part }) => part.file))];
  const contents = new Map(
    (await snapshot.contents(files)).map((content, at) => [files[at] as number, content]),
  );
  return listed.map((base) => {
    const { file, symbolLabel } = nodeOf(snapshot, base.part, contents);
    return {
      file,
      symbolLabel,
      line: lineOf(base),
      ...(base.written === null ? {} : { base: base.written }),
    };
  });
}
