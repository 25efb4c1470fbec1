/**
 * One codebase and one index that go through kill after kill: edit the tree, kill an operation, inspect, have
 * the next operation repair the index, inspect again. A round starts with what the rounds before left,
 * repaired or not.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ManageIndexInput, ToolInput, ToolOutput } from "@satori/contracts";
import { type Engines, ask } from "./engines.ts";
import { type Deed, type Hit, judge, judgeRepaired } from "./judge.ts";
import { killDuring } from "./killed-child.ts";
import type { Moment, Moments, Operation } from "./moments.ts";
import { type IndexContent, NOTHING, type Observation, type Place, observe } from "./observe.ts";
import { type Random, below, oneOf } from "../support/random.ts";
import { VERSIONS, writeVersion } from "./tree.ts";

export interface Round {
  readonly operation: Operation;
  readonly deed: Deed;
  readonly moment: Moment;
  readonly hit: Hit;
  readonly violations: readonly string[];
  readonly durationMs: number;
}

export interface LaneOptions {
  readonly folder: string;
  readonly engines: Engines;
  readonly moments: Moments;
  readonly random: Random;
  /** Contents of a new index of each version. */
  readonly fresh: readonly IndexContent[];
  readonly signal: AbortSignal;
}

export const INPUTS: Readonly<Record<Deed, Omit<ManageIndexInput, "path">>> = {
  start_create: { action: "create" },
  start_forced_create: { action: "create", force: true },
  start_reindex: { action: "reindex", allowUnnecessaryReindex: true },
  synced: { action: "sync" },
  cleared: { action: "clear" },
};

/**
 * Share of the rounds whose state is left unrepaired for the next round, and of those during which another
 * process has the index open.
 */
const UNREPAIRED_SHARE = 0.25;
const WITNESSED_SHARE = 0.4;
/** How often an index is cleared first, so that there is none to fall back on. */
const FIRST_RUN_SHARES: Partial<Record<Operation, number>> = { create: 0.7, marker: 0.3 };

export class Lane {
  private readonly place: Place;
  private readonly options: LaneOptions;
  private version: number | null = null;
  private now: Observation = NOTHING;

  constructor(options: LaneOptions) {
    this.options = options;
    this.place = { root: join(options.folder, "tree"), home: join(options.folder, "home") };
  }

  async round(operation: Operation): Promise<Round> {
    const startedMs = performance.now();
    const { random, moments } = this.options;
    const { deed, violations: earlier } = await this.prepare(operation);
    this.edit();
    const moment = moments.draw(operation, random);
    const before = this.now;
    const { hit, violations } = await this.kill(operation, deed, moment);
    violations.push(...earlier);
    if (violations.length === 0 && random() >= UNREPAIRED_SHARE) violations.push(...(await this.repair()));
    // After a violation, further results would be meaningless.
    if (violations.length > 0) this.startAnew();
    return {
      operation,
      deed,
      moment,
      hit,
      violations: violations.map((violation) => `${violation} (before: ${before.state})`),
      durationMs: performance.now() - startedMs,
    };
  }

  /**
   * Brings the index into a state in which the operation makes sense. This repairs what the last kill left,
   * unless it is repaired already.
   */
  private async prepare(operation: Operation): Promise<{ deed: Deed; violations: string[] }> {
    const { random } = this.options;
    if (this.version === null) this.edit();
    const violations: string[] = [];
    const needsIndex =
      (operation === "sync" && !this.now.content) ||
      (operation === "clear" && this.now.state === "not_found");
    const needsNone = this.now.content !== null && random() < (FIRST_RUN_SHARES[operation] ?? 0);
    if (needsIndex) violations.push(...(await this.manage("start_create")));
    if (needsNone) violations.push(...(await this.clear("ok")));
    return { deed: this.deedOf(operation), violations };
  }

  private deedOf(operation: Operation): Deed {
    const rebuild = oneOf<Deed>(["start_reindex", "start_forced_create"], this.options.random);
    switch (operation) {
      case "sync":
        return "synced";
      case "clear":
        return "cleared";
      case "reindex":
        return "start_reindex";
      case "create":
        return this.now.content ? "start_forced_create" : "start_create";
      case "marker":
        return this.now.content ? rebuild : "start_create";
    }
  }

  /** Switches to another version of the tree. */
  private edit(): void {
    const others = Array.from({ length: VERSIONS }, (_, version) => version).filter(
      (version) => version !== this.version,
    );
    const next = others[below(others.length, this.options.random)] ?? 0;
    writeVersion(this.place.root, next, this.version);
    this.version = next;
  }

  private async kill(
    operation: Operation,
    deed: Deed,
    moment: Moment,
  ): Promise<{ hit: Hit; violations: string[] }> {
    const { engines, moments, random, signal } = this.options;
    const before = this.now;
    const witness = random() < WITNESSED_SHARE ? engines.open(this.place) : null;
    try {
      if (witness) await observe(witness, this.place);
      else letGo();
      const { ended, hasOrphans } = await killDuring({
        place: this.place,
        work: { input: INPUTS[deed] },
        moment,
        signal,
      });
      if (ended) moments.learn(operation, ended);
      this.now = await this.look();
      const { hit, violations } = judge({
        deed,
        before,
        after: this.now,
        fresh: this.fresh(),
        hasEnded: ended !== null,
      });
      const seen = witness && (await observe(witness, this.place));
      return {
        hit,
        violations: [
          ...violations,
          ...(hasOrphans ? ["processes outlive the one that was killed"] : []),
          ...(seen ? disagreements(seen, this.now) : []),
        ],
      };
    } finally {
      await witness?.[Symbol.asyncDispose]();
    }
  }

  /** Runs a later operation, which has to leave the index as a new one would be. */
  private async repair(): Promise<string[]> {
    const { random } = this.options;
    const { content, state, names } = this.now;
    if (content && random() < 0.4) return this.search();
    if (content)
      return this.manage(oneOf<Deed>(["synced", "synced", "start_reindex", "start_forced_create"], random));
    // A folder that does not count as an index also has to be removed by the next clear.
    if (state === "not_found" && names.length > 0 && random() < 0.5) return this.clear("not_indexed");
    return this.manage(oneOf<Deed>(["start_create", "start_reindex"], random));
  }

  private async search(): Promise<string[]> {
    const answer = await this.ask("search_codebase", { query: "restore the ledger" });
    const mode = answer.status === "ok" ? answer.freshnessDecision.mode : answer.status;
    const isCurrent = mode === "fresh" || mode === "synced" || mode === "reconciled_ignore_change";
    return [...(isCurrent ? [] : [`it says ${mode}`]), ...judgeRepaired(this.now, this.fresh(), "sync")].map(
      (violation) => `after a search: ${violation}`,
    );
  }

  /** Runs a sync or build to its end. */
  private async manage(deed: Deed): Promise<string[]> {
    const answer = await this.ask("manage_index", INPUTS[deed]);
    const refusal = answer.status === "ok" ? [] : [`it is answered with ${JSON.stringify(answer)}`];
    return [...refusal, ...judgeRepaired(this.now, this.fresh(), deed === "synced" ? "sync" : "run")].map(
      (violation) => `after ${deed}: ${violation}`,
    );
  }

  /** @param expected status of the answer: `ok` if there is an index or a failed run */
  private async clear(expected: "ok" | "not_indexed"): Promise<string[]> {
    const { status } = await this.ask("manage_index", INPUTS.cleared);
    const { state, names } = this.now;
    // A create that dies right after it has made the folder leaves one that counts as a failed run.
    const isAnswered = status === expected || (expected === "not_indexed" && status === "ok");
    return isAnswered && state === "not_found" && names.length === 0
      ? []
      : [`a clear answers ${status}, and the state is ${state}; left are: ${names.join(", ")}`];
  }

  /** Calls a tool with a new engine, like a new process, and inspects the result. */
  private async ask<Tool extends "manage_index" | "search_codebase">(
    tool: Tool,
    input: Omit<ToolInput<Tool>, "path">,
  ): Promise<ToolOutput<Tool>> {
    const answer = await this.options.engines.with(this.place, (engine) =>
      ask(engine, this.place, tool, input),
    );
    this.now = await this.look();
    return answer;
  }

  private look(): Promise<Observation> {
    return this.options.engines.with(this.place, (engine) => observe(engine, this.place));
  }

  private fresh(): IndexContent {
    const content = this.options.fresh[this.version ?? -1];
    if (!content) throw new Error("The tree has not been written yet");
    return content;
  }

  private startAnew(): void {
    rmSync(this.place.home, { recursive: true, force: true });
    this.now = NOTHING;
  }
}

/** Differences between what a process sees that had the index open all along and what a new one sees. */
function disagreements(witness: Observation, found: Observation): string[] {
  const told = ({ state, runId, failedRunId, content }: Observation): string =>
    `${state}, run ${runId}, failed ${failedRunId}, content ${content?.digest}`;
  return told(witness) === told(found)
    ? []
    : [`who had it open before sees ${told(witness)}; who comes now ${told(found)}`];
}

/**
 * Runs the garbage collector, which releases the descriptors of closed stores: until then, this process would
 * count as a reader.
 */
function letGo(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
