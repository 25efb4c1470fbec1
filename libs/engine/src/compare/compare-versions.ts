/** `compare_versions`: the declarations that differ between two commits. Needs git, but no index. */
import {
  type ChangeCounts,
  type CompareVersionsInput,
  type CompareVersionsOutput,
  LIMITS,
  type ModuleChanges,
  type SymbolChange,
  type WithPath,
  buildEnvelope,
} from "@satori/contracts";
import { analyze, type SymbolFact } from "@satori/sidecar";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { runGit } from "../git/run-git.ts";
import { compareText } from "../model/paths.ts";
import { scopeFolder } from "../scope/scope-folder.ts";

const TIMEOUT_MS = 20_000;

/** Answers one `compare_versions` request. */
export async function compareVersions(
  context: EngineContext,
  input: WithPath<CompareVersionsInput>,
  call: CallContext,
): Promise<CompareVersionsOutput> {
  const place = await scopeFolder(context, input.path, call);
  const git = (...args: string[]): Promise<string> =>
    runGit(place.effectiveRoot, args, { timeoutMs: TIMEOUT_MS, signal: call.signal });
  const commitOf = async (ref: string): Promise<string> => {
    if (!/^[\w@][\w./@{}~^-]*$/.test(ref) || ref.includes(".."))
      throw new EngineError("INVALID_ARGUMENTS", `${ref} is not the name of a commit`);
    const printed = await git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`).catch(() => "");
    if (printed === "") throw new EngineError("REF_NOT_FOUND", `${place.effectiveRoot} has no commit ${ref}`);
    return printed.trim();
  };
  const head = input.head ?? "HEAD";
  const [baseCommit, headCommit] = [await commitOf(input.base), await commitOf(head)];
  const printed = await git("diff-tree", "-r", "-z", "--no-renames", "--relative", baseCommit, headCommit);
  const entries = printed.split("\0");
  const modules: ModuleChanges[] = [];
  for (let at = 0; at + 1 < entries.length; at += 2) {
    call.deadline.check();
    const [, , before = "", after = ""] = (entries[at] as string).split(" ");
    const file = entries[at + 1] as string;
    const symbolsOf = async (oid: string): Promise<readonly SymbolFact[]> =>
      /^0+$/.test(oid) ? [] : (await analyze(file, await git("cat-file", "blob", oid), "outline")).symbols;
    const changes = changesBetween(file, await symbolsOf(before), await symbolsOf(after));
    if (changes.length > 0) modules.push({ module: file, changes });
  }
  modules.sort((left, right) => compareText(left.module, right.module));
  const counts = countsOf(modules);
  return buildEnvelope(
    "compare_versions",
    { status: "ok" },
    {
      path: place.path,
      effectiveRoot: place.effectiveRoot,
      base: input.base,
      head,
      publicOnly: input.publicOnly ?? false,
      limit: input.limit ?? LIMITS.compareVersions.changes.default,
      baseCommit,
      headCommit,
      related: true,
      counts,
      publicCounts: counts,
      modules,
      truncated: false,
      coverage: {
        changedFiles: Math.floor(entries.length / 2),
        comparedFiles: Math.floor(entries.length / 2),
        withoutSymbols: 0,
        notCompared: 0,
      },
    },
    call.elapsedMs(),
  );
}

function changesBetween(
  file: string,
  before: readonly SymbolFact[],
  after: readonly SymbolFact[],
): SymbolChange[] {
  const change = (kind: SymbolChange["change"], symbol: SymbolFact): SymbolChange => ({
    change: kind,
    kind: symbol.kind,
    symbol: symbol.label,
    file,
    line: symbol.nameLine,
    public: true,
  });
  const [old, present] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  return [
    ...before.filter(({ id }) => !present.has(id)).map((symbol) => change("removed", symbol)),
    ...after.filter(({ id }) => !old.has(id)).map((symbol) => change("added", symbol)),
  ];
}

function countsOf(modules: readonly ModuleChanges[]): ChangeCounts {
  const counts = { removed: 0, renamed: 0, signature_changed: 0, moved: 0, added: 0 };
  for (const { changes } of modules) for (const { change } of changes) counts[change]++;
  return counts;
}
