/**
 * What the thread of the protocol and the thread of the engine tell each other. All of it can be copied
 * between threads.
 */
import type { ToolName, ToolOutput } from "@satori/contracts";
import type { ConfigSources, EngineConfig, Metrics, ProgressListener } from "@satori/engine";
import type { Call } from "../calls/call.ts";

/**
 * Under this key the engine's thread keeps a function that returns the log fields of the call in whose
 * context it runs.
 */
export const CURRENT_CALL = Symbol.for("satori.currentCall");

/** Calls are numbered from 1. */
export type CallId = number;

/** What the engine's thread starts with. */
export interface EngineThreadData {
  /** The environment is the thread's own copy. */
  readonly sources: Required<Pick<ConfigSources, "flags" | "fileValues">>;
  /** Of its log lines; `fields` are those of every line. */
  readonly log: Pick<EngineConfig, "logLevel" | "logFormat"> & {
    readonly fields: Readonly<Record<string, string>>;
  };
  readonly countsMetrics: boolean;
  /** See `cancellations.ts`. */
  readonly cancellations: SharedArrayBuffer;
}

export type ToEngine =
  | {
      readonly kind: "call";
      readonly id: CallId;
      readonly call: Omit<Call, "signal" | "onProgress">;
      readonly wantsProgress: boolean;
    }
  | { readonly kind: "cancel"; readonly id: CallId }
  | { readonly kind: "problems"; readonly id: CallId }
  /** Loads what the first call needs. */
  | { readonly kind: "warm_up" }
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

type MetricEvent = {
  readonly [Name in keyof Metrics]: { readonly method: Name; readonly values: Parameters<Metrics[Name]> };
}[keyof Metrics];

export type FromEngine =
  /** What the thread needs is loaded: it gives signs of life from now on. */
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly id: CallId; readonly answer: ToolOutput<ToolName> }
  | { readonly kind: "problems"; readonly id: CallId; readonly problems: readonly string[] }
  /** The engine cannot be opened; for the log. */
  | { readonly kind: "failed"; readonly id: CallId; readonly error: string }
  | { readonly kind: "progress"; readonly id: CallId; readonly values: Parameters<ProgressListener> }
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "metrics"; readonly events: readonly MetricEvent[] }
  | { readonly kind: "pong" }
  | { readonly kind: "closed" };

export type { MetricEvent };
