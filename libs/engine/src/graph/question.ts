/** A `call_graph` request, as far as it is known before any call is followed. */
import type { Staleness } from "../model/staleness.ts";
import type { CallGraphArguments, CallGraphInput, CodebasePath } from "@satori/contracts";
import type { Resolution } from "@satori/sidecar";
import type { GateOpen } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext } from "../engine-context.ts";
import type { Snapshot } from "../store/store.ts";

/** The arguments of a request, with defaults filled in. */
export type UsedCallGraphArguments = CallGraphArguments & CodebasePath;

/** A request that has passed the gate. */
export interface CallGraphRequest {
  readonly target: Target;
  readonly input: CallGraphInput;
  readonly call: CallContext;
  readonly echo: UsedCallGraphArguments;
  readonly gated: GateOpen;
  readonly behind: Staleness;
  /** The requested symbol, as the caller wrote it. */
  readonly name: string;
}

/** A request with the snapshot that answers it, and its place in the codebase. */
export interface SnapshotRequest extends CallGraphRequest {
  readonly snapshot: Snapshot;
  /** The folder of the request, relative to the root; empty for everything. */
  readonly folder: string;
  /**
   * Whether the request names exactly one definition (a reference or a symbol id). It is then found anywhere
   * in the codebase, and `folder` limits only the graph around it.
   */
  readonly isOne: boolean;
}

export interface GraphQuestion extends SnapshotRequest {
  readonly resolution: Resolution;
}

/**
 * How a traversal handles the deadline: it yields to other calls, and when the deadline passes it ends with
 * what it has found.
 */
export function endingOf({ call: { deadline } }: Pick<CallGraphRequest, "call">): {
  readonly pause: () => Promise<void> | undefined;
  readonly isEnd: (error: unknown) => boolean;
} {
  return { pause: () => deadline.pause(), isEnd: isPastDeadline };
}

/** The folder that limits which calls are followed, relative to the root; empty for everything. */
export function boundsOf({ isOne, folder }: Pick<GraphQuestion, "isOne" | "folder">): string {
  return isOne ? folder : "";
}
