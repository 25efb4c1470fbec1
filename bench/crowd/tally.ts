/** Counts everything that happened, and describes everything that should not have happened. */
import { type Known, modeOf, objectionTo, objectionToLine } from "./allowed.ts";
import { claimsOf } from "./claims.ts";
import type { Exchange } from "./exchange.ts";
import type { Plan } from "./requests.ts";
import type { LogLine } from "./server.ts";
import { compareWithDisk } from "./torn.ts";

export type Counts = Map<string, number>;

/** Freshness modes of searches that did not check for changes, and so do not promise the latest state. */
const UNSURE = /^skipped_/;

export class Tally {
  /** By kind of request. */
  readonly operations: Counts = new Map();
  /** By tool and status, with the reason if there is one. */
  readonly answers: Counts = new Map();
  /** Searches by `freshnessDecision.mode`. */
  readonly modes: Counts = new Map();
  /** Background syncs that servers logged, by result. */
  readonly ownSyncs: Counts = new Map();
  /** Times of servers' answers to searches. */
  readonly searchMs: number[] = [];
  /** The longest time for which a text shown in an answer had been replaced before the request. */
  maxLagMs = 0;
  readonly errors: string[] = [];
  readonly torn: string[] = [];
  /** Answers that claim to be current but are not. */
  readonly stale: string[] = [];

  constructor(private readonly known: Known) {}

  /** Counts and checks an answer. */
  async take(plan: Plan, exchange: Exchange): Promise<void> {
    const { envelope, who } = exchange;
    add(this.operations, plan.kind);
    add(
      this.answers,
      [exchange.tool, envelope.status, envelope.reason].filter((part) => part !== undefined).join(" "),
    );
    const mode = modeOf(envelope);
    if (mode !== null) add(this.modes, mode);
    if (exchange.tool === "search_codebase" && envelope.status === "ok" && !plan.kind.startsWith("command"))
      this.searchMs.push(exchange.untilMs - exchange.fromMs);
    const told = (what: string): string =>
      `${who}, ${plan.kind}: ${what}\n    asked ${JSON.stringify(exchange.args)}\n    answer ` +
      `${JSON.stringify(envelope).slice(0, 700)}`;
    const objection = objectionTo(exchange, this.known);
    if (objection !== null) this.errors.push(told(objection));
    const { torn, stale, lagMs } = await compareWithDisk(exchange, this.known);
    this.torn.push(...torn.map(told));
    this.stale.push(...stale.map(told));
    this.maxLagMs = Math.max(this.maxLagMs, lagMs);
    if (plan.saved && this.isMissing(plan.saved, exchange, mode))
      this.stale.push(told(`${plan.saved.path} was saved before, and is not found`));
  }

  /** Counts a request without a valid answer. */
  fail(who: string, plan: Plan, error: unknown): void {
    add(this.operations, plan.kind);
    add(this.answers, `${plan.tool} none`);
    this.errors.push(
      `${who}, ${plan.kind}: ${error instanceof Error ? error.message : String(error)}\n    asked ` +
        `${JSON.stringify(plan.args)}`,
    );
  }

  hear(who: string, line: LogLine): void {
    if (line.event === "background_sync") add(this.ownSyncs, String(line["outcome"]));
    const objection = objectionToLine(line);
    if (objection !== null) this.errors.push(`${who} logs ${objection}`);
  }

  /** Whether a search should have found a version that it does not show. */
  private isMissing(
    { path, version }: NonNullable<Plan["saved"]>,
    exchange: Exchange,
    mode: string | null,
  ): boolean {
    if (exchange.envelope.status !== "ok" || mode === null || UNSURE.test(mode)) return false;
    // A version that was replaced meanwhile need not be found.
    if (this.known.history.current(path)?.tag !== version.tag) return false;
    return !claimsOf(exchange).some(({ file, text }) => file === path && text?.content.includes(version.tag));
  }
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
