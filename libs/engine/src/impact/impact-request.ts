/** A `change_impact` request that has passed the gate. */
import type { ChangeImpactArguments, ChangeImpactInput, CodebasePath, WithPath } from "@satori/contracts";
import type { GateOpen } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { Staleness } from "../model/staleness.ts";

export interface ImpactRequest {
  readonly context: EngineContext;
  readonly target: Target;
  readonly input: WithPath<ChangeImpactInput>;
  /** Its deadline leaves time to describe what was found. */
  readonly call: CallContext;
  readonly echo: ChangeImpactArguments & CodebasePath;
  readonly gated: GateOpen;
  readonly behind: Staleness;
}
