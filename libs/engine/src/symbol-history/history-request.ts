/** A `symbol_history` request, as far as it is known before git is queried. */
import type { CodebasePath, SymbolHistoryArguments, SymbolHistoryInput, WithPath } from "@satori/contracts";
import type { GateOpen } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { Staleness } from "../model/staleness.ts";

/** A request that has passed the gate. */
export interface HistoryRequest {
  readonly context: EngineContext;
  readonly target: Target;
  readonly input: WithPath<SymbolHistoryInput>;
  readonly call: CallContext;
  readonly echo: SymbolHistoryArguments & CodebasePath;
  readonly gated: GateOpen;
  readonly behind: Staleness;
}
