/**
 * The scopes of all sessions, in memory, least recently used first. A scope is forgotten after some time
 * without use.
 */
import type { LogEvent, Clock, Schedule } from "../ports.ts";
import type { EffectiveScope } from "@satori/contracts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { Metrics } from "../metrics.ts";

export type ScopeOperation = "set" | "get" | "clear" | "prune";

export interface SessionScopesOptions {
  /** A session ends after this time without use. */
  readonly maxAgeMs: number;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly log: LogEvent;
  /** Called after each operation, with the number of sessions. */
  readonly onOperation?: (operation: ScopeOperation, sessions: number) => void;
}

interface Entry {
  readonly scope: EffectiveScope;
  usedMs: number;
}

export class SessionScopes implements Disposable {
  /** In the order of their last use. */
  private readonly entries = new Map<string, Entry>();
  /**
   * Sessions whose scope had filters and was forgotten: calls in them get a warning. Oldest first, at most as
   * many as stored sessions.
   */
  private readonly forgotten = new Set<string>();
  private nextPrune: Disposable | null = null;

  constructor(private readonly options: SessionScopesOptions) {}

  get size(): number {
    return this.entries.size;
  }

  /** Whether a scope is stored, even an empty one. */
  has(sessionId: string): boolean {
    const entry = this.entries.get(sessionId);
    return entry !== undefined && !this.isExpired(entry);
  }

  /** Whether a session had a scope with filters and has ended. */
  hasForgotten(sessionId: string): boolean {
    const entry = this.entries.get(sessionId);
    return (
      this.forgotten.has(sessionId) ||
      (entry !== undefined && this.isExpired(entry) && Object.keys(entry.scope).length > 0)
    );
  }

  /** As `get`, but counts as no use, and is not logged. */
  peek(sessionId: string): EffectiveScope | null {
    const entry = this.entries.get(sessionId);
    return entry && !this.isExpired(entry) ? entry.scope : null;
  }

  /** The scope of a session, null if none is stored. Counts as a use. */
  get(sessionId: string): EffectiveScope | null {
    const entry = this.entries.get(sessionId);
    const scope = entry && !this.isExpired(entry) ? this.keep(sessionId, entry.scope) : null;
    this.note("get");
    this.options.log("debug", "Retrieved scope for session", { session_id: sessionId, scope });
    return scope;
  }

  /**
   * Stores a scope, even an empty one: it distinguishes a session without filters from one that has ended.
   */
  set(sessionId: string, scope: EffectiveScope): void {
    this.keep(sessionId, scope);
    this.forgotten.delete(sessionId);
    if (this.entries.size > ENGINE_LIMITS.sessions.most) this.forgetOldest();
    this.note(Object.keys(scope).length === 0 ? "clear" : "set");
    this.options.log("info", "Set scope for session", { session_id: sessionId, scope });
    this.nextPrune ??= this.schedulePrune();
  }

  /** A session had a scope in another process: unless it is set here, calls in it get a warning. */
  noteLost(sessionId: string): void {
    if (this.entries.has(sessionId)) return;
    this.forgotten.add(sessionId);
    this.boundForgotten();
  }

  /** Forgets ended sessions and returns their number. */
  prune(): number {
    const before = this.entries.size;
    for (const [sessionId, entry] of this.entries) {
      // All later entries were used more recently.
      if (!this.isExpired(entry)) break;
      this.forget(sessionId, entry);
    }
    const pruned = before - this.entries.size;
    this.note("prune");
    if (pruned > 0)
      this.options.log("info", "Pruned expired sessions", {
        pruned_count: pruned,
        max_age_seconds: this.options.maxAgeMs / 1_000,
      });
    return pruned;
  }

  [Symbol.dispose](): void {
    this.nextPrune?.[Symbol.dispose]();
    this.nextPrune = null;
  }

  private keep(sessionId: string, scope: EffectiveScope): EffectiveScope {
    this.entries.delete(sessionId);
    this.entries.set(sessionId, { scope, usedMs: this.options.clock.nowMs() });
    return scope;
  }

  private isExpired({ usedMs }: Entry): boolean {
    return this.options.clock.nowMs() - usedMs > this.options.maxAgeMs;
  }

  private forgetOldest(): void {
    const [oldest] = this.entries;
    if (oldest !== undefined) this.forget(...oldest);
  }

  private forget(sessionId: string, { scope }: Entry): void {
    this.entries.delete(sessionId);
    if (Object.keys(scope).length === 0) return;
    this.forgotten.add(sessionId);
    this.boundForgotten();
  }

  private boundForgotten(): void {
    const [first] = this.forgotten;
    if (this.forgotten.size > ENGINE_LIMITS.sessions.most && first !== undefined)
      this.forgotten.delete(first);
  }

  /** Continues while there are sessions: without any, the process has no reason to wake up. */
  private schedulePrune(): Disposable {
    return this.options.schedule(ENGINE_LIMITS.sessions.pruneIntervalMs, () => {
      this.prune();
      this.nextPrune = this.entries.size > 0 ? this.schedulePrune() : null;
    });
  }

  private note(operation: ScopeOperation): void {
    this.options.onOperation?.(operation, this.entries.size);
  }
}

/** Session scopes whose operations are counted in the metrics. */
export function openSessions({
  metrics,
  ...options
}: Omit<SessionScopesOptions, "onOperation"> & { readonly metrics: Metrics }): SessionScopes {
  const onOperation = (operation: ScopeOperation, sessions: number): void => {
    metrics.count("codeintel_scope_operations_total", { operation });
    metrics.gauge("codeintel_active_sessions", sessions);
  };
  return new SessionScopes({ ...options, onOperation });
}
