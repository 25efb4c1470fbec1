/** Messages between the protocol's thread and the engine's thread. All of them can be structurally cloned. */
import type { ToolName, ToolOutput } from "@satori/contracts";
import type { ConfigSources, EngineConfig, Metrics, ProgressListener } from "@satori/engine";
import type { Call } from "../calls/call.ts";

/**
 * Global key under which the engine's thread stores a function that returns the log fields of the call in
 * whose context it runs.
 */
export const CURRENT_CALL = Symbol.for("satori.currentCall");

/** Numbers of calls, starting at 1. */
export type CallId = number;

/** The data that the engine's thread starts with. */
export interface EngineThreadData {
  /** The environment is not included: each thread has its own copy. */
  readonly sources: Required<Pick<ConfigSources, "flags" | "fileValues">>;
  /** Settings of its log; `fields` belong to every line. */
  readonly log: Pick<EngineConfig, "logLevel" | "logFormat"> & {
    readonly fields: Readonly<Record<string, string>>;
  };
  readonly countsMetrics: boolean;
  /** See `cancellations.ts`. */
  readonly cancellations: SharedArrayBuffer;
}

/** Messages to the engine's thread. */
export type ToEngine =
  | {
      readonly kind: "call";
      readonly id: CallId;
      readonly call: Omit<Call, "signal" | "onProgress">;
      readonly wantsProgress: boolean;
    }
  | { readonly kind: "cancel"; readonly id: CallId }
  | { readonly kind: "problems"; readonly id: CallId }
  /** Asks whether the engine works on a run. */
  | { readonly kind: "is_running"; readonly id: CallId }
  /** A session had a scope in another process. */
  | { readonly kind: "lost_scope"; readonly id: CallId; readonly session: string }
  /** Loads what the first call needs. */
  | { readonly kind: "warm_up" }
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

type MetricEvent = {
  readonly [Name in keyof Metrics]: { readonly method: Name; readonly values: Parameters<Metrics[Name]> };
}[keyof Metrics];

/** Messages from the engine's thread. */
export type FromEngine =
  /** The thread has loaded what it needs and answers pings from now on. */
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly id: CallId; readonly answer: ToolOutput<ToolName> }
  | { readonly kind: "problems"; readonly id: CallId; readonly problems: readonly string[] }
  | { readonly kind: "is_running"; readonly id: CallId; readonly isRunning: boolean }
  | { readonly kind: "noted"; readonly id: CallId }
  /** The engine cannot be opened; the error is for the log. */
  | { readonly kind: "failed"; readonly id: CallId; readonly error: string }
  | { readonly kind: "progress"; readonly id: CallId; readonly values: Parameters<ProgressListener> }
  /** `session` is that of the call that the line is about; null for background work. */
  | { readonly kind: "log"; readonly line: string; readonly session: string | null }
  | { readonly kind: "metrics"; readonly events: readonly MetricEvent[] }
  | { readonly kind: "pong" }
  | { readonly kind: "closed" };

export type { MetricEvent };
