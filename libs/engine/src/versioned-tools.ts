/**
 * Handlers of tools that answer about one codebase: about its files on disk or, if the call or its session
 * names one, about a commit. Several branches of a session are searched together.
 */
import type {
  EffectiveScope,
  SearchCodebaseOk,
  SearchCodebaseOutput,
  ToolName,
  ToolOutput,
} from "@satori/contracts";
import type { Codebase } from "./codebase/codebase.ts";
import { recordingCorruption } from "./codebase/corruption.ts";
import type { CallContext, EngineContext } from "./engine-context.ts";
import { EngineError } from "./errors.ts";
import { versionsOfSession } from "./scope/effective-scope.ts";
import { mergeBranches } from "./search/branches.ts";
import type { SearchDependencies } from "./search/search-codebase.ts";
import type { Snapshot } from "./store/store.ts";
import { manageIndex } from "./sync/manage-index.ts";
import { removeUnlisted } from "./sync/unlisted-versions.ts";
import { requestVersion, versionOf } from "./sync/versions.ts";
import type { HandlerInput, ToolHandlers } from "./tool-handlers.ts";
import { atVersion, folderOfVersion, freshVersion, withCommit } from "./versioned.ts";

type VersionedTool = "search_codebase" | "file_outline" | "call_graph" | "type_hierarchy" | "read_file";
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
      if (isGated(tool, input) && !codebase.isTracked) {
        // Indexing the folder would not help if the ref names nothing.
        if (requested.kind === "one") await versionOf(context, { codebase, ...requested }, call.signal);
        return gateOfDisk(answerFromDisk);
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
        const found = await searchBranches(context, { codebase, ...requested, search }, call);
        return found === null ? gateOfDisk(answerFromDisk) : (found as ToolOutput<Tool>);
      }
      const request = { codebase, ...requested, onProgress: call.onProgress };
      const version =
        codebase.isTracked && usesIndex(tool, input)
          ? await requestVersion(context, request, call.signal)
          : await versionOf(context, request, call.signal);
      return version === null ? gateOfDisk(answerFromDisk) : ask(version);
    };
    // One function serves all tools. The compiler cannot see that it fits each tool's type.
    return run as ToolHandlers[Tool];
  };
}

/**
 * The answer about the files on disk, which says what has to be done first. Throws `STORE_UNAVAILABLE` if
 * that has just been done: an answer about the disk would look like one about the version.
 */
async function gateOfDisk<Tool extends VersionedTool>(
  answerFromDisk: () => Promise<ToolOutput<Tool>>,
): Promise<ToolOutput<Tool>> {
  const answer = await answerFromDisk();
  if (answer.status !== "ok") return answer;
  throw new EngineError("STORE_UNAVAILABLE", "The index has changed during the call", { retryAfterMs: 0 });
}

function versionDependencies(context: EngineContext, version: Codebase): VersionedDependencies {
  return {
    context: { ...context, codebases: atVersion(context.codebases, version) },
    ensureFresh: (_, passed) => Promise.resolve(freshVersion(passed)),
  };
}

/** Whether a call reads nothing without an index. */
function isGated(tool: VersionedTool, input: object): boolean {
  return tool !== "read_file" || (input as { readonly open_symbol?: string }).open_symbol !== undefined;
}

/** Whether a call about a commit uses its index: plain lines do not. */
function usesIndex(tool: VersionedTool, input: object): boolean {
  return isGated(tool, input) || (input as { readonly mode?: string }).mode === "annotated";
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

/**
 * Searches several branches. If one cannot answer yet, the answer is its gate's. Null if the codebase itself
 * requires a reindex first.
 */
async function searchBranches(
  context: EngineContext,
  { codebase, refs, search }: BranchSearch,
  call: CallContext,
): Promise<SearchCodebaseOutput | null> {
  const versions: Codebase[] = [];
  // All of them first, so that their indexes are made at the same time.
  for (const ref of refs) {
    const version = await requestVersion(context, { codebase, ref, argument: "branches" }, call.signal);
    if (version === null) return null;
    versions.push(version);
  }
  const envelopes: SearchCodebaseOk[] = [];
  for (const version of versions) {
    const envelope = await search(version);
    if (envelope.status !== "ok" || !("results" in envelope)) return envelope;
    envelopes.push(envelope);
  }
  const snapshots: Snapshot[] = [];
  try {
    for (const version of versions) snapshots.push(await version.snapshot());
    return await mergeBranches(
      versions.map(({ commit }, at) => ({
        ref: refs[at] as string,
        commit: commit ?? "",
        envelope: envelopes[at] as SearchCodebaseOk,
        snapshot: snapshots[at] as Snapshot,
      })),
    );
  } finally {
    for (const snapshot of snapshots) snapshot[Symbol.dispose]();
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
