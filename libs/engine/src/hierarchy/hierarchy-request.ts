/** A `type_hierarchy` request that has passed the gate. */
import type { CodebasePath, TypeHierarchyArguments, TypeHierarchyInput, WithPath } from "@satori/contracts";
import type { Resolution } from "@satori/sidecar";
import type { GateOpen } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext } from "../engine-context.ts";
import type { Staleness } from "../model/staleness.ts";
import type { Snapshot } from "../store/store.ts";

export interface HierarchyRequest {
  readonly target: Target;
  readonly input: WithPath<TypeHierarchyInput>;
  readonly call: CallContext;
  readonly echo: TypeHierarchyArguments & CodebasePath;
  readonly gated: GateOpen;
  readonly behind: Staleness;
  readonly snapshot: Snapshot;
  readonly resolution: Resolution;
  /** The requested symbol, as the caller wrote it. */
  readonly name: string;
}
