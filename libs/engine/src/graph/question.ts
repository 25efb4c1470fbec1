/** A question about the calls of an index, as far as it is worked out before anything is followed. */
import type { CallGraphEcho, ToolCall } from "@satori/contracts";
import type { Resolution } from "@satori/sidecar";
import type { Passed } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext } from "../engine-context.ts";
import type { Behind } from "../freshness/behind.ts";
import type { Snapshot } from "../store/store.ts";

export interface GraphQuestion {
  readonly snapshot: Snapshot;
  readonly resolution: Resolution;
  readonly target: Target;
  readonly call: CallContext;
  readonly echo: CallGraphEcho;
  readonly gated: Passed;
  readonly behind: Behind;
  /** What is asked of, as it was written. */
  readonly name: string;
  /** Outside of it nothing is followed; relative to the root, empty for everything. */
  readonly bounds: string;
  /** What has the name in its text. */
  readonly search: ToolCall | undefined;
}
