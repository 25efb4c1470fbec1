import type { EnvelopeHead, Failure } from "../envelope.ts";
import type { EffectiveScope, ScopeIn, SessionArgument } from "../scope.ts";

/**
 * What the calls of a session are about from now on. It takes the place of what was set before; an empty one
 * clears.
 */
export interface SetScopeInput extends ScopeIn, SessionArgument {}

export interface SetScopeOk extends EnvelopeHead<"set_scope"> {
  readonly status: "ok";
  readonly effective_scope: EffectiveScope;
  /** To be given along by calls of clients whose transport knows no sessions. */
  readonly session_id: string;
}

/** @discriminator status */
export type SetScopeOutput = SetScopeOk | Failure<"set_scope">;
