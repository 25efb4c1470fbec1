/**
 * Handlers of tools that answer about one codebase: about its files on disk or, if the call or its session
 * names one, about a commit. Several branches of a session are searched together.
 */
import type { EffectiveScope, SearchCodebaseOutput, ToolName, ToolOutput } from "@satori/contracts";
import type { Codebase } from "./codebase/codebase.ts";
import { recordingCorruption } from "./codebase/corruption.ts";
import type { CallContext, EngineContext } from "./engine-context.ts";
import { EngineError } from "./errors.ts";
import { versionsOfSession } from "./scope/effective-scope.ts";
import { type BranchAnswer, mergeBranches } from "./search/branches.ts";
import type { SearchDependencies } from "./search/search-codebase.ts";
import { manageIndex } from "./sync/manage-index.ts";
import { removeUnlisted } from "./sync/unlisted-versions.ts";
import { requestVersion, versionOf } from "./sync/versions.ts";
import type { HandlerInput, ToolHandlers } from "./tool-handlers.ts";
import { atVersion, folderOfVersion, freshVersion, withCommit } from "./versioned.ts";

type VersionedTool = "search_codebase" | "file_outline" | "call_graph" | "read_file";
export type VersionedDependencies = Pick<SearchDependencies, "context" | "ensureFresh">;
type VersionedHandler<Tool extends VersionedTool> = (
  to: VersionedDependencies,
  input: HandlerInput<Tool>,
  call: CallContext,
) => Promise<ToolOutput<Tool>>;

/** What a call is about: a version with the argument that names it; several of the session; or the disk. */
type Requested =
  | { readonly kind: "disk" }
  | { readonly kind: "one"; readonly ref: string; readonly argument: string }
  | { readonly kind: "several"; readonly refs: readonly string[] };

/** The argument of the call wins over the session's commit, and that over its branches. */
function requestedVersion(
  ref: string | undefined,
  { commit, branches = [] }: Pick<EffectiveScope, "commit" | "branches">,
): Requested {
  if (ref !== undefined) return { kind: "one", ref, argument: "ref" };
  if (commit !== undefined) return { kind: "one", ref: commit, argument: "commit" };
  const [branch, ...others] = branches;
  if (branch === undefined) return { kind: "disk" };
  return others.length === 0
    ? { kind: "one", ref: branch, argument: "branches" }
    : { kind: "several", refs: branches };
}

/** Makes handlers of tools. Corruption that they find is recorded. */
export function versioned({ context, ensureFresh }: VersionedDependencies) {
  return <Tool extends VersionedTool>(tool: Tool, handle: VersionedHandler<Tool>): ToolHandlers[Tool] => {
    const run = async (input: HandlerInput<Tool>, call: CallContext): Promise<ToolOutput<Tool>> => {
      const covering = (): Codebase => context.codebases.covering(input.path, call.baseFolder).codebase;
      const requested = requestedVersion(input.ref, versionsOfSession(context));
      const answerFromDisk = (): Promise<ToolOutput<Tool>> =>
        recordingCorruption(covering, context.clock, () => handle({ context, ensureFresh }, input, call));
      if (requested.kind === "disk") return answerFromDisk();
      const codebase = folderOfVersion(context.codebases, input.path, call.baseFolder);
      if (needsIndex(tool, input) && !codebase.isTracked) {
        // Indexing the folder would not help if the ref names nothing.
        if (requested.kind === "one") await versionOf(context, { codebase, ...requested }, call.signal);
        return answerFromDisk();
      }
      const ask = async (version: Codebase): Promise<ToolOutput<Tool>> => {
        const to = versionDependencies(context, version);
        const answer = await recordingCorruption(
          () => version,
          context.clock,
          () => handle(to, input, call),
        );
        return withCommit(answer, version.commit ?? "");
      };
      if (requested.kind === "several") {
        const search = ask as (version: Codebase) => Promise<SearchCodebaseOutput>;
        // Only a search gets here: `requireOneVersion` refuses the others.
        requireOneVersion(tool, input, requested.refs);
        return (await searchBranches(context, { codebase, ...requested, search }, call)) as ToolOutput<Tool>;
      }
      const find = needsIndex(tool, input) ? requestVersion : versionOf;
      return ask(await find(context, { codebase, ...requested, onProgress: call.onProgress }, call.signal));
    };
    // One function serves all tools. The compiler cannot see that it fits each tool's type.
    return run as ToolHandlers[Tool];
  };
}

function versionDependencies(context: EngineContext, version: Codebase): VersionedDependencies {
  return {
    context: { ...context, codebases: atVersion(context.codebases, version) },
    ensureFresh: (_, passed) => Promise.resolve(freshVersion(passed)),
  };
}

/** Whether a call about a commit needs its index: plain lines do not. */
function needsIndex(tool: VersionedTool, input: object): boolean {
  const { open_symbol, mode } = input as { readonly open_symbol?: string; readonly mode?: string };
  return tool !== "read_file" || open_symbol !== undefined || mode === "annotated";
}

/** Throws `INVALID_ARGUMENTS` for calls that cannot be about several versions. */
function requireOneVersion(tool: VersionedTool, input: object, refs: readonly string[]): void {
  const { resultMode } = input as { readonly resultMode?: string };
  if (tool === "search_codebase" && resultMode !== "context") return;
  const what = tool === "search_codebase" ? "A search for context" : tool;
  const message = `is needed: ${what} is about one version, and the session has ${refs.join(", ")}`;
  throw new EngineError("INVALID_ARGUMENTS", `ref ${message}`, { details: [{ path: "ref", message }] });
}

interface BranchSearch {
  readonly codebase: Codebase;
  readonly refs: readonly string[];
  readonly search: (version: Codebase) => Promise<SearchCodebaseOutput>;
}

/** Searches several branches. If one cannot answer yet, the answer is its gate's. */
async function searchBranches(
  context: EngineContext,
  { codebase, refs, search }: BranchSearch,
  call: CallContext,
): Promise<SearchCodebaseOutput> {
  const versions: Codebase[] = [];
  // All of them first, so that their indexes are made at the same time.
  for (const ref of refs)
    versions.push(await requestVersion(context, { codebase, ref, argument: "branches" }, call.signal));
  const answers: BranchAnswer[] = [];
  for (const [at, version] of versions.entries()) {
    const envelope = await search(version);
    if (envelope.status !== "ok" || !("results" in envelope)) return envelope;
    const snapshot = await version.snapshot();
    answers.push({ ref: refs[at] as string, commit: version.commit ?? "", envelope, snapshot });
  }
  try {
    return await mergeBranches(answers);
  } finally {
    for (const { snapshot } of answers) snapshot[Symbol.dispose]();
  }
}

/** `manage_index` about a commit, if the call names one. */
export async function manageVersion(
  context: EngineContext,
  input: HandlerInput<"manage_index">,
  call: CallContext,
): Promise<ToolOutput<"manage_index">> {
  const { ref } = input;
  if (ref === undefined) return manageIndex(context, input, call);
  const { codebase } = context.codebases.named(input.path, call.baseFolder);
  const version = await versionOf(context, { codebase, ref, argument: "ref" }, call.signal);
  const codebases = atVersion(context.codebases, version);
  const answer = await manageIndex({ ...context, codebases }, input, call);
  if (input.action === "clear" && answer.status === "ok") await removeUnlisted(context, codebase);
  return withCommit<"manage_index">(answer, version.commit ?? "");
}

/**
 * For tools that read the files on disk. Throws `INVALID_ARGUMENTS` if the session is about other versions:
 * an answer about the disk would look like one about them.
 */
export function refuseVersions(context: EngineContext, tool: ToolName): void {
  const { commit, branches } = versionsOfSession(context);
  if (commit === undefined && branches === undefined) return;
  const named = commit === undefined ? "branches" : "commit";
  const message =
    `of the session does not apply to ${tool}, which reads the files on disk. Clear it with set_scope, or ` +
    "use search_codebase, file_outline, call_graph or read_file";
  throw new EngineError("INVALID_ARGUMENTS", `${named} ${message}`, { details: [{ path: named, message }] });
}
