/** `manage_index`: builds, refreshes, inspects and removes the index of a codebase. */
import {
  type ArgumentProblem,
  counted,
  type ErrorCode,
  ERRORS,
  failure,
  type IndexFacts,
  type ManageAction,
  type ManageIndexInput,
  type ManageIndexOutput,
  type WarningCode,
} from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import { recordingCorruption } from "../codebase/corruption.ts";
import { indexFacts } from "../codebase/facts.ts";
import { failureWarnings, refuseNewer, requireReadable } from "../codebase/gate.ts";
import { listRefs } from "../git/list-refs.ts";
import {
  folderProblem,
  refuseFile,
  requirePresent,
  type Target,
  withWayOut,
} from "../codebase/home/registry.ts";
import { type CodebaseView, isUnreadable } from "../codebase/view.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, messageTo, refuseProblems } from "../errors.ts";
import { hasCause, NO_SETTINGS } from "../model/run.ts";
import { openRules } from "../scan/rules.ts";
import { type Action, busy, echoOf, gated, ok } from "./manage/answers.ts";
import { create, reindex } from "./manage/build.ts";
import { clear, viewToClear } from "./manage/clear.ts";
import { settingProblems } from "./requested-settings.ts";
import { syncCodebase } from "./sync-codebase.ts";

const ACTIONS: { readonly [Name in ManageAction]: (action: Action) => Promise<ManageIndexOutput> } = {
  create,
  reindex,
  sync,
  status,
  clear,
};

/** Runs an action of `manage_index`. Throws `INVALID_ARGUMENTS` and the errors of the path and the store. */
export async function manageIndex(
  context: EngineContext,
  input: ManageIndexInput,
  call: CallContext,
): Promise<ManageIndexOutput> {
  refuseProblems([...settingProblems(input), ...dropProblems(context, input)]);
  // `status` and `clear` are about exactly this folder: they also apply to a failed first run and its
  // remains.
  const isExact = input.action === "status" || input.action === "clear";
  const target = isExact
    ? context.codebases.listed(input.path, call.baseFolder)
    : context.codebases.covering(input.path, call.baseFolder);
  return recordingCorruption(
    () => target.codebase,
    context.clock,
    () => act(context, input, call, target),
  );
}

function dropProblems({ stores }: EngineContext, input: ManageIndexInput): readonly ArgumentProblem[] {
  const path = "zillizDropCollection";
  return input[path] === undefined || stores.dropProblem === null
    ? []
    : [{ path, message: stores.dropProblem }];
}

async function act(
  context: EngineContext,
  input: ManageIndexInput,
  call: CallContext,
  target: Target,
): Promise<ManageIndexOutput> {
  const { codebase } = target;
  // The index of a missing folder can still be cleared.
  if (input.action !== "clear") requirePresent(target);
  refuseFile(target);
  const view = viewFor(call, await (input.action === "clear" ? viewToClear(codebase) : codebase.view()));
  if (input.action !== "clear") refuseNewer(view);
  return ACTIONS[input.action]({ context, input, call, target, codebase, view });
}

/** Adds to the last failure what this call may see. */
function viewFor(call: CallContext, view: CodebaseView): CodebaseView {
  return view.failure
    ? { ...view, failure: { ...view.failure, message: messageTo(call, view.failure) } }
    : view;
}

async function sync(action: Action): Promise<ManageIndexOutput> {
  const { context, codebase, view, call } = action;
  // As for readers, a corrupt index is not the same as a missing one.
  if (!view.compatibility) requireReadable(view);
  const stopped = gated(action);
  if (stopped) return stopped;
  const outcome = await syncCodebase(context, codebase, "everything", call).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.code !== "PATH_NOT_FOUND") throw error;
    throw new EngineError(error.code, withWayOut(codebase.root, error.message), {
      details: error.details,
      cause: error.cause,
    });
  });
  if (outcome.kind !== "synced") {
    const now = { ...action, view: await codebase.view() };
    return gated(now) ?? busy(now);
  }
  const { added, removed, modified } = outcome.stats;
  const warnings: WarningCode[] = [
    ...(outcome.isPartial ? (["PARTIAL_SCAN"] as const) : []),
    ...failureWarnings(view),
    ...(outcome.hasCutTexts ? (["EMBEDDING_INPUT_TRUNCATED"] as const) : []),
  ];
  const message =
    added + removed + modified === 0
      ? `${codebase.root} is up to date.`
      : `${codebase.root}: ${added} added, ${removed} removed, ${modified} modified.`;
  return ok(action, message, { stats: outcome.stats }, { warnings });
}

async function status(action: Action): Promise<ManageIndexOutput> {
  const { codebase, view, call } = action;
  const index = await indexFacts(codebase, view, () => call.deadline.check());
  const stopped = gated(action, { index });
  if (view.state === "indexfailed" && view.failure) {
    const { code, message, at, runId, keptFiles = 0 } = view.failure;
    const details = { code, runId, at };
    const hints =
      codebase.commit === null
        ? { create: { tool: "manage_index", args: { action: "create", path: codebase.root } } }
        : {};
    const text =
      code === "CANCELLED"
        ? `Indexing of ${codebase.title} was cancelled; nothing is indexed yet${keptOf(keptFiles)}`
        : isUnreadable(code)
          ? `The index of ${codebase.title} cannot be read: ${message}`
          : `Indexing of ${codebase.title} failed: ${message}`;
    return failure(
      "manage_index",
      {
        code: "INDEX_FAILED",
        message: text,
        details,
        nextStep:
          codebase.commit === null ? nextStepAfter(code, keptFiles) : nextStepOfVersion(code, keptFiles),
        hints,
        echo: { ...echoOf(action), humanText: text, index },
      },
      call.elapsedMs(),
    );
  }
  if (stopped) return stopped;
  const problem = codebase.commit === null ? problemOnDisk(action) : null;
  const warnings: WarningCode[] = [
    ...(problem === null ? [] : (["INDEX_MAY_BE_BEHIND"] as const)),
    ...(view.failure ? (["LAST_RUN_FAILED"] as const) : []),
    ...(index.skipped.length + index.degradedFiles > 0 ? (["FILES_SKIPPED"] as const) : []),
    ...(index.embedding?.truncated ? (["EMBEDDING_INPUT_TRUNCATED"] as const) : []),
  ];
  const doubt =
    problem === null ? [] : [`The index may lack recent changes: ${withWayOut(codebase.root, problem)}.`];
  const message = [
    `${codebase.title} is indexed: ${counted(index.files, "file")}, ${counted(index.chunks, "chunk")}.`,
    ...doubt,
  ].join(" ");
  const refs = codebase.commit === null ? await listRefs(codebase.root, call.signal) : null;
  return ok(
    action,
    message,
    {
      index,
      ...(refs === null ? {} : { refs }),
      humanText: [describeIndex(codebase, index), ...doubt].join("\n"),
    },
    { warnings },
  );
}

/** Why the index may lack changes on disk; null if nothing is known to hide them. */
function problemOnDisk({ context, codebase: { root }, view }: Action): string | null {
  const settings = view.head?.settings ?? NO_SETTINGS;
  return folderProblem(root) ?? openRules(root, settings, context.config.home).policy.rootProblem();
}

function keptOf(files: number): string {
  return files === 0 ? "" : `, but ${counted(files, "file")} ${files === 1 ? "is" : "are"} kept`;
}

/** A call about a commit indexes it if necessary. */
function nextStepOfVersion(code: ErrorCode, keptFiles: number): string {
  const begin =
    hasCause(code) && !isUnreadable(code) ? "Fix the cause. One minute after the failure, the" : "The";
  return `${begin} next search_codebase with \`ref\` ${keptFiles > 0 ? "continues" : "starts a new run"}.`;
}

/**
 * The next step after a failed run, if there is no cause to fix first: for an unreadable index, and for runs
 * that were cancelled or whose process died.
 */
function nextStepAfter(code: ErrorCode, keptFiles: number): string | undefined {
  if (keptFiles > 0) return "Run `manage_index create` to continue.";
  if (isUnreadable(code)) return ERRORS[code].nextStep;
  return hasCause(code) ? undefined : "Run `manage_index create` to start again.";
}

// The state of an index as a few lines of text. Pure.

export function describeIndex(
  { title, commit }: Pick<Codebase, "title" | "commit">,
  index: IndexFacts,
): string {
  const languages = index.languages.map(({ language, files }) => `${language} ${files}`).join(", ");
  const skipped = index.skipped
    .map(({ cause, files }) => `${files} ${cause.replaceAll("_", " ")}`)
    .join(", ");
  const compared = commit === null ? `, compared with the disk ${index.lastSyncedAt ?? "never"}` : "";
  const lines = [
    title,
    `${counted(index.files, "file")}, ${counted(index.chunks, "chunk")}, ` +
      `${counted(index.symbols, "symbol")}, ${(index.sizeBytes / 1e6).toFixed(1)} MB`,
    ...(languages === "" ? [] : [`languages: ${languages}`]),
    `indexed ${index.lastIndexedAt ?? "never"}${compared}`,
  ];
  if (index.ignorePatterns.length > 0) lines.push(`own ignore patterns: ${firstOf(index.ignorePatterns)}`);
  if (index.customExtensions.length > 0) lines.push(`own extensions: ${firstOf(index.customExtensions)}`);
  if (index.embedding)
    lines.push(
      `vectors: ${index.embedding.fromCache} from the cache, ${index.embedding.embedded} from ` +
        `${index.fingerprint?.embeddingProvider ?? "the embedder"}`,
    );
  if (skipped !== "") lines.push(`skipped: ${skipped}`);
  if (index.secrets.count > 0)
    lines.push(
      `excluded as likely secrets: ${index.secrets.count} ` +
        `(${listed(index.secrets.examples, index.secrets.count)})`,
    );
  if (index.degradedFiles > 0)
    lines.push(
      `indexed as plain text because their parser gave up: ${index.degradedFiles}` +
        examplesOf(index.degradedExamples, index.degradedFiles),
    );
  if (index.partlyParsedFiles > 0)
    lines.push(
      `parsed in part because of syntax errors: ${index.partlyParsedFiles}` +
        examplesOf(index.partlyParsedExamples, index.partlyParsedFiles),
    );
  if (index.lastFailure)
    lines.push(
      index.lastFailure.code === "CANCELLED"
        ? "a later run was cancelled"
        : `a later run failed: ${index.lastFailure.message}`,
    );
  return lines.join("\n");
}

/** Most patterns to list; a codebase may have thousands. */
const MAX_NAMED = 20;

function firstOf(names: readonly string[]): string {
  return (
    names.slice(0, MAX_NAMED).join(", ") +
    (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "")
  );
}

function examplesOf(examples: readonly string[] | undefined, count: number): string {
  return examples === undefined ? "" : ` (${listed(examples, count)})`;
}

function listed(examples: readonly string[], count: number): string {
  return `${examples.join(", ")}${count > examples.length ? ", …" : ""}`;
}
