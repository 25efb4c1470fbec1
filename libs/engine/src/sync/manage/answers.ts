/** The context of a `manage_index` action, and the answers that several actions share. */
import {
  type HeadFields,
  type ManageAction,
  type ManageIndexInput,
  type ManageIndexOutput,
  buildEnvelope,
  notIndexed,
  notReady,
  requiresReindex,
} from "@satori/contracts";
import type { Codebase } from "../../codebase/codebase.ts";
import { folderToIndex, indexedBelow } from "../../codebase/home/folder-to-index.ts";
import { indexingOf } from "../../codebase/gate.ts";
import { progressOf } from "../../codebase/progress.ts";
import type { Target } from "../../codebase/home/registry.ts";
import type { CodebaseView } from "../../codebase/view.ts";
import type { CallContext, EngineContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";

/** The context of one action. */
export interface Action {
  readonly context: EngineContext;
  readonly input: ManageIndexInput;
  readonly call: CallContext;
  readonly target: Target;
  readonly codebase: Codebase;
  readonly view: CodebaseView;
}

/** Delay after which a retry may be useful. */
const RETRY_AFTER_MS = 1_000;

/** The gate's answer; null if there is a matching index. */
export function gated(action: Action, extra: object = {}): ManageIndexOutput | null {
  const { view } = action;
  if (view.compatibility) return incompatible(action, extra);
  if (view.active) return busy(action, extra);
  return view.head?.complete ? null : gatedNotIndexed(action, extra);
}

/** `requires_reindex`: the fingerprints differ. */
export function incompatible(action: Action, extra: object = {}): ManageIndexOutput {
  const { view } = action;
  if (!view.compatibility) throw new EngineError("INTERNAL", "There is nothing to compare");
  if (action.codebase.commit !== null) return versionNotIndexed(action, extra);
  return withText(requiresReindex(gateContext(action), view.compatibility), extra);
}

/** `not_ready`: a run is active, or another process holds the writer lock. */
export function busy(action: Action, extra: object = {}): ManageIndexOutput {
  const { view, context } = action;
  const indexing = view.active ? indexingOf(view.active) : null;
  const progress = view.active ? { progress: progressOf(view.active, context.clock.nowMs()) } : {};
  return withText(notReady(gateContext(action), indexing, RETRY_AFTER_MS), { ...progress, ...extra });
}

/** `not_indexed`, with the folder that `create` would accept. */
export function gatedNotIndexed(action: Action, extra: object = {}): ManageIndexOutput {
  if (action.codebase.commit !== null) return versionNotIndexed(action, extra);
  const purpose = action.input.action === "clear" ? "removal" : "upkeep";
  return withText(
    notIndexed({
      ...gateContext(action),
      purpose,
      toCreate: folderToIndex(action.view, action.call),
      indexedBelow: indexedBelow(action.view, action.call),
    }),
    extra,
  );
}

/** `not_indexed` for a commit. No action of this tool indexes it: another tool's first call does. */
function versionNotIndexed(action: Action, extra: object): ManageIndexOutput {
  const { codebase, input, call } = action;
  const next =
    input.action === "clear"
      ? "there is nothing to remove."
      : "the first search_codebase with `ref` indexes it.";
  const message = `The ${codebase.title} has no index: ${next}`;
  return buildEnvelope(
    "manage_index",
    { status: "not_indexed", reason: "not_indexed", message },
    { ...echoOf(action), humanText: message, ...extra },
    call.elapsedMs(),
  );
}

export function gateContext(action: Action): {
  tool: "manage_index";
  echo: ReturnType<typeof echoOf>;
  durationMs: number;
} {
  return { tool: "manage_index", echo: echoOf(action), durationMs: action.call.elapsedMs() };
}

export function echoOf({ input, target, codebase }: Action): {
  action: ManageAction;
  path: string;
  effectiveRoot: string;
} {
  return { action: input.action, path: target.path, effectiveRoot: codebase.root };
}

/** Adds a text for people to a gated envelope. `meta` stays last. */
export function withText(envelope: object, extra: object): ManageIndexOutput {
  const { meta, ...rest } = envelope as { meta: object; message: string };
  return { ...rest, humanText: rest.message, ...extra, meta } as ManageIndexOutput;
}

export function ok(
  action: Action,
  message: string,
  payload: object,
  head: Pick<HeadFields, "reason" | "warnings" | "hints"> = {},
): ManageIndexOutput {
  return buildEnvelope(
    "manage_index",
    { status: "ok", message, ...head },
    { ...echoOf(action), humanText: message, ...payload },
    action.call.elapsedMs(),
  );
}
