/** Small programs with known call graphs, and our edges with the names that each suite uses. */
import {
  type AnalyzedFile,
  type CallTarget,
  type ScopeFact,
  Evaluator,
  type Resolution,
  SCOPE_FLAGS,
  type ScopeRef,
  analyze,
  factsProject,
  resolveSite,
} from "@satori/sidecar";

/** One line of callgraph.dev.jsonl. */
export interface Program {
  readonly id: string;
  readonly suite: string;
  readonly names: "dotted" | "loc" | "loc-col" | "go";
  /** Whether `edges` is complete. */
  readonly complete: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly edges: readonly (readonly [string, string])[];
  readonly external?: readonly (readonly [string, string])[];
}

/** Edges as `caller → callee`, with the confidences that `counts` accepts. */
export async function edgesOf(
  program: Program,
  counts: (target: CallTarget) => boolean,
): Promise<Set<string>> {
  const files = await Promise.all(
    Object.entries(program.files).map(async ([path, text]): Promise<AnalyzedFile> => ({
      path,
      text,
      facts: await analyze(path, text, "outline"),
    })),
  );
  const project = factsProject(files);
  const resolution = new Evaluator(project);
  const name = NAMING[program.names];
  const edges = new Set<string>();
  for (const file of project.paths.keys()) {
    const index = resolution.index(file);
    for (const site of [...(index?.flow.sites ?? []), ...(index?.accesses ?? [])]) {
      const caller = name(resolution, functionAround(resolution, { file, scope: site.scope }), site.line);
      for (const target of resolveSite(resolution, file, site).targets) {
        if (!counts(target) || isVariable(project.flow(target.file)?.scopes[target.scope] as ScopeFact))
          continue;
        const callee = name(resolution, target, null);
        if (caller !== null && callee !== null) edges.add(`${caller} → ${callee}`);
      }
    }
  }
  return edges;
}

/** The known edges in the form of ours: without columns, which our scopes do not have. */
export function goldOf({ names, edges }: Pick<Program, "names" | "edges">): Set<string> {
  const normal = (place: string): string => {
    if (names === "go") return goName(place);
    const parts = place.split(":");
    if (names === "loc") return `${parts[0]}:${parts[2]}`;
    return names === "loc-col" ? `${parts[0]}:${parts[1] === "module" ? "module" : parts[2]}` : place;
  };
  return new Set(edges.map(([caller, callee]) => `${normal(caller)} → ${normal(callee)}`));
}

/**
 * `(*example.com/pkg.T).m` as `T.m`: small programs do not need packages and pointers to distinguish names.
 */
function goName(name: string): string {
  return name
    .replace(/[()*]/g, "")
    .replace(/^(?:[\w.-]+\/)*\w+\.(?=[\w$]+\.|[\w$]+$)/, (prefix) => (prefix.includes("/") ? "" : prefix));
}

/** Lambdas have numbers in these suites, even if a variable holds them. */
function isLambda(scope: ScopeFact): boolean {
  return scope.name === "" || ((scope.flags & SCOPE_FLAGS.arrow) !== 0 && !isVariable(scope));
}

/**
 * These graphs contain only functions: code in a variable's initializer belongs to the scope around the
 * variable.
 */
function isVariable({ flags }: ScopeFact): boolean {
  return (flags & SCOPE_FLAGS.variable) !== 0;
}

function blockAround(scopes: readonly ScopeFact[], scope: number): number {
  const parent = scopes[scope]?.parent ?? 0;
  return parent > 0 && isVariable(scopes[parent] as ScopeFact) ? blockAround(scopes, parent) : parent;
}

type Naming = (resolution: Resolution, ref: ScopeRef, siteLine: number | null) => string | null;

const NAMING: Readonly<Record<Program["names"], Naming>> = {
  dotted(resolution, ref) {
    const flow = resolution.project.flow(ref.file);
    const module = (resolution.project.paths[ref.file] as string)
      .replace(/\.py$/, "")
      .replace(/\/?__init__$/, "")
      .replaceAll("/", ".");
    const names: string[] = [];
    const scopes = flow?.scopes ?? [];
    for (let at = ref.scope; at > 0; at = scopes[at]?.parent ?? 0) {
      const scope = scopes[at];
      if (!scope || isVariable(scope)) continue;
      if (!isLambda(scope)) names.unshift(scope.name);
      else
        names.unshift(
          `<lambda${scopes.filter((other, position) => blockAround(scopes, position) === blockAround(scopes, at) && isLambda(other) && position <= at).length}>`,
        );
    }
    // A class without a constructor of its own runs nothing.
    return flow?.scopes[ref.scope]?.kind === "class" ? null : [module, ...names].join(".");
  },
  loc(resolution, ref, siteLine) {
    return `${resolution.project.paths[ref.file]}:${siteLine ?? resolution.project.flow(ref.file)?.scopes[ref.scope]?.startLine}`;
  },
  "loc-col"(resolution, ref) {
    return `${resolution.project.paths[ref.file]}:${ref.scope === 0 ? "module" : resolution.project.flow(ref.file)?.scopes[ref.scope]?.startLine}`;
  },
  go(resolution, ref) {
    const scope = resolution.project.flow(ref.file)?.scopes[ref.scope];
    const owner =
      scope && scope.owner !== -1
        ? resolution.evaluate({ file: ref.file, scope: scope.parent, expr: scope.owner })[0]
        : undefined;
    const type =
      owner?.kind === "class" ? `${resolution.project.flow(owner.file)?.scopes[owner.scope]?.name}.` : "";
    if (scope?.kind === "function" && scope.name === "")
      return `${NAMING.go(resolution, { file: ref.file, scope: scope.parent }, null)}$${lambdaNumber(resolution, ref)}`;
    return scope?.kind === "function" ? `${type}${scope.name}` : null;
  },
};

/** Number of a lambda among those of the same function, from 1. */
function lambdaNumber(resolution: Resolution, { file, scope }: ScopeRef): number {
  const scopes = resolution.project.flow(file)?.scopes ?? [];
  const parent = scopes[scope]?.parent;
  return scopes.filter(
    (other, at) =>
      other.parent === parent &&
      other.kind === "function" &&
      at <= scope &&
      (other.name === "" || at === scope),
  ).length;
}

/**
 * The innermost function around a scope; in languages that run code in class bodies, the class for such code;
 * otherwise the file.
 */
function functionAround({ project }: Resolution, { file, scope }: ScopeRef): ScopeRef {
  const scopes = project.flow(file)?.scopes ?? [];
  for (let at = scope; at > 0; at = scopes[at]?.parent ?? 0)
    if (
      scopes[at]?.kind === "function" &&
      ((scopes[at]?.flags ?? 0) & (SCOPE_FLAGS.abstract | SCOPE_FLAGS.variable)) === 0
    )
      return { file, scope: at };
  return { file, scope: 0 };
}
