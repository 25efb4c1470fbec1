/** A question about the calls of a codebase, as far as it is worked out before anything is followed. */
import type { Staleness } from "../model/staleness.ts";
import type { CallGraphEcho, CallGraphInput } from "@satori/contracts";
import type { Resolution } from "@satori/sidecar";
import type { GateOpen } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext } from "../engine-context.ts";
import type { Snapshot } from "../store/store.ts";

export interface CallGraphRequest {
  readonly target: Target;
  readonly input: CallGraphInput;
  readonly call: CallContext;
  readonly echo: CallGraphEcho;
  readonly gated: GateOpen;
  readonly behind: Staleness;
  /** What is asked of, as it was written. */
  readonly name: string;
}

export interface GraphQuestion extends CallGraphRequest {
  readonly snapshot: Snapshot;
  readonly resolution: Resolution;
  /** The folder that is asked about; relative to the root, empty for everything. */
  readonly folder: string;
  /**
   * What is asked of is one definition, which is found wherever it stands: the folder bounds what is around
   * it.
   */
  readonly isOne: boolean;
}

/** What following calls does about the deadline: it gives others their turn, and ends with what it has. */
export function endingOf({ call: { deadline } }: Pick<CallGraphRequest, "call">): {
  readonly pause: () => Promise<void> | undefined;
  readonly isEnd: (error: unknown) => boolean;
} {
  return { pause: () => deadline.pause(), isEnd: isPastDeadline };
}

/** Outside of it nothing is followed; relative to the root, empty for everything. */
export function boundsOf({ isOne, folder }: Pick<GraphQuestion, "isOne" | "folder">): string {
  return isOne ? folder : "";
}
