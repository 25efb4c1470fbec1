/** Compares the product's resolution of a project's call sites with the compiler's. Pure. */
import {
  type CallTarget,
  NONE,
  type Project,
  Evaluator,
  type Resolution,
  SCOPE_FLAGS,
  type ScopeRef,
  resolveSite,
} from "@satori/sidecar";
import type { CallKind, OracleAnswer, OracleSite } from "./oracles/oracle.ts";

export interface Agreement {
  /** Calls that the compiler resolves to a declaration in the project. */
  readonly gold: number;
  /** Among those, calls with a resolved edge to it. */
  readonly hit: number;
  /** Resolved edges at sites that the compiler knows. */
  readonly predicted: number;
  /** Among those, edges that the compiler confirms. */
  readonly right: number;
}

/** A call with different results. */
export interface Difference {
  readonly kind: "missed" | "extra";
  readonly site: OracleSite;
  /** `file:line` of the product's targets. */
  readonly found: readonly string[];
}

export interface Comparison {
  readonly byKind: ReadonlyMap<CallKind, Agreement>;
  /** In the order of the sites. */
  readonly differences: readonly Difference[];
}

/** @param nameLine the line on which a symbol of a file has its name */
export function compare(
  project: Project,
  nameLine: (file: number, symbol: number) => number,
  { files, sites }: OracleAnswer,
): Comparison {
  const byKind = new Map<CallKind, Agreement>();
  const differences: Difference[] = [];
  // An evaluator has the budget of one request; a file counts as a large request.
  let about = { file: -1, resolution: new Evaluator(project) };
  for (const site of sites) {
    const file = project.fileAt(site.file);
    if (file === undefined || !project.flow(file)) continue;
    if (about.file !== file) about = { file, resolution: new Evaluator(project) };
    const { resolution } = about;
    const targets = targetsAt(resolution, file, site).filter((target) =>
      files.has(project.paths[target.file] as string),
    );
    const found = [...new Set(targets.map((target) => placeOf(project, target, nameLine)))];
    const right = found.filter((place) => site.declarations.includes(place));
    const isGold = site.declarations.length > 0;
    const before = byKind.get(site.kind) ?? { gold: 0, hit: 0, predicted: 0, right: 0 };
    byKind.set(site.kind, {
      gold: before.gold + Number(isGold),
      hit: before.hit + Number(right.length > 0),
      predicted: before.predicted + found.length,
      right: before.right + right.length,
    });
    if (right.length < found.length) differences.push({ kind: "extra", site, found });
    if (isGold && right.length === 0) differences.push({ kind: "missed", site, found });
  }
  return { byKind, differences };
}

/**
 * Targets of resolved edges. For new objects, the classes: compilers differ in how they name the constructor
 * of a class without one.
 */
function targetsAt(resolution: Resolution, file: number, { start, kind }: OracleSite): readonly ScopeRef[] {
  const index = resolution.index(file);
  const all =
    (kind === "property" ? index?.accesses : index?.flow.sites)?.filter((site) => site.start === start) ?? [];
  // A decorator with arguments is called at the position of the call that creates it; the compiler answers
  // for the call in the source.
  const written =
    kind === "property"
      ? all
      : all.filter(
          ({ expr }) => index !== null && ["name", "member"].includes(index.op(index.operand(expr, 1))),
        );
  const sites = written.length > 0 ? written : all;
  const targets = sites
    .flatMap((site) => resolveSite(resolution, file, site).targets)
    .filter(({ confidence }) => confidence === "resolved");
  if (kind !== "constructor") return targets;
  const classes = targets.filter(
    (target) => resolution.project.flow(target.file)?.scopes[target.scope]?.kind === "class",
  );
  return classes.length > 0
    ? classes
    : withoutSteps(resolution.project, targets).map((target) => classAround(resolution, target));
}

/**
 * Drops the second of Python's `__new__` and `__init__` where both construct one object: it is inherited, and
 * not another constructed class.
 */
function withoutSteps(project: Project, constructors: readonly CallTarget[]): readonly CallTarget[] {
  const nameOf = (target: CallTarget | undefined): string | undefined =>
    target && project.flow(target.file)?.scopes[target.scope]?.name;
  const kept: CallTarget[] = [];
  let isPaired = true;
  for (const target of constructors) {
    isPaired = !isPaired && nameOf(kept.at(-1)) !== nameOf(target);
    if (!isPaired) kept.push(target);
  }
  return kept;
}

/** For a constructor outside of its class, the class that it names. */
function classAround(resolution: Resolution, target: ScopeRef): ScopeRef {
  const scope = resolution.project.flow(target.file)?.scopes[target.scope];
  if (!scope || (scope.flags & SCOPE_FLAGS.constructor) === 0) return target;
  const named =
    scope.owner === NONE
      ? []
      : resolution.evaluate({ file: target.file, scope: scope.parent, expr: scope.owner });
  return named.find((value) => value.kind === "class") ?? { file: target.file, scope: scope.parent };
}

function placeOf(
  project: Project,
  { file, scope }: ScopeRef,
  nameLine: (file: number, symbol: number) => number,
): string {
  const own = project.flow(file)?.scopes[scope];
  const line = own && own.symbol !== NONE ? nameLine(file, own.symbol) : (own?.startLine ?? 0);
  return `${project.paths[file]}:${line}`;
}
