import type { EnvelopeHead, Failure } from "../envelope.ts";
import type { EffectiveScope, ScopeIn, SessionArgument } from "../scope.ts";

/** Filters for the session's next calls. Replaces the previous scope; an empty scope clears it. */
export interface SetScopeInput extends ScopeIn, SessionArgument {}

export interface SetScopeOk extends EnvelopeHead<"set_scope"> {
  readonly status: "ok";
  readonly effective_scope: EffectiveScope;
  /** To pass in later calls if the client's transport has no sessions. */
  readonly session_id: string;
}

/** @discriminator status */
export type SetScopeOutput = SetScopeOk | Failure<"set_scope">;
