/**
 * The kill experiment for views of one index file: two work trees, which two processes index at once, one of
 * which is killed; the removal of one of them while the other one is read; and the index of a commit. After
 * each kill, a view answers as an index of it alone would, or says that it cannot; the next run repairs it;
 * and the other view has not noticed.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "@satori/engine";
import { type Random, below, oneOf, seededRandom, shuffled } from "../support/random.ts";
import { Engines, ask } from "./engines.ts";
import type { Deed } from "./judge.ts";
import { killDuring } from "./killed-child.ts";
import { INPUTS } from "./lane.ts";
import { type Moment, Moments } from "./moments.ts";
import {
  type ViewAnswers,
  answersWithoutTree,
  commitAnswers,
  faultsOfFiles,
  leftoversOfFiles,
  viewAnswers,
} from "./view-answers.ts";
import { VIEW_VERSIONS, ViewTrees } from "./view-trees.ts";

export const VIEW_OPERATIONS = ["index a view", "remove a view", "index a commit"] as const;
export type ViewOperation = (typeof VIEW_OPERATIONS)[number];

export interface ViewRound {
  readonly number: number;
  readonly operation: ViewOperation;
  readonly deed: Deed | "commit";
  readonly moment: Moment;
  /** Whether the operation had ended before the kill. */
  readonly hasEnded: boolean;
  readonly violations: readonly string[];
  readonly durationMs: number;
}

export interface ViewOptions {
  /** Empty folder. */
  readonly folder: string;
  /** Kills of each operation. */
  readonly kills: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onRound: (round: ViewRound) => void;
}

export async function runViews(options: ViewOptions): Promise<ViewRound[]> {
  const { kills, seed, signal, onRound } = options;
  await using engines = new Engines();
  const random = seededRandom(seed);
  const views = new Views(options, engines, random);
  await views.prepare();
  const rounds: ViewRound[] = [];
  for (const operation of shuffled(
    VIEW_OPERATIONS.flatMap((name) => Array.from({ length: kills }, () => name)),
    random,
  )) {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const outcome = await views.round(operation);
    const durationMs = performance.now() - startedMs;
    const round = { ...outcome, operation, number: rounds.length + 1, durationMs };
    rounds.push(round);
    onRound(round);
  }
  return rounds;
}

type Outcome = Pick<ViewRound, "deed" | "moment" | "hasEnded" | "violations">;

/** Answers of an index that has one view only. */
interface Alone {
  readonly present: string;
  readonly withoutTree: string;
}

class Views {
  private readonly trees: ViewTrees;
  private readonly home: string;
  private readonly moments = new Moments();
  private readonly alone = new Map<string, Alone>();
  /** Version that each root has checked out, and the one before. */
  private readonly versions = new Map<string, { now: number; before: number }>();

  constructor(
    private readonly options: ViewOptions,
    private readonly engines: Engines,
    private readonly random: Random,
  ) {
    const folder = join(options.folder, "trees");
    mkdirSync(folder, { recursive: true });
    this.trees = new ViewTrees(folder);
    this.home = join(options.folder, "home");
  }

  /** Indexes each version of each root alone, and then both roots in one file. */
  async prepare(): Promise<void> {
    for (const root of this.trees.roots) {
      for (let version = VIEW_VERSIONS - 1; version >= 0; version--) {
        this.trees.checkOut(root, version);
        const home = join(this.options.folder, `alone-${this.alone.size}`);
        const answers = await this.engines.with({ root, home }, async (engine) => {
          await ask(engine, { root, home }, "manage_index", INPUTS.start_create);
          return {
            present: (await viewAnswers(engine, root)).digest,
            withoutTree: (await answersWithoutTree(engine, root)).digest,
          };
        });
        this.alone.set(`${root} ${version}`, answers);
      }
      this.versions.set(root, { now: 0, before: 0 });
      await this.with(root, (engine) => this.manage(engine, root, "start_create"));
    }
  }

  async round(operation: ViewOperation): Promise<Outcome> {
    const victim = oneOf(this.trees.roots, this.random);
    const other = this.trees.roots.find((root) => root !== victim) as string;
    const moment = this.moments.draw(operation, this.random);
    const outcome =
      operation === "index a commit"
        ? await this.killCommit(victim, other, moment)
        : operation === "remove a view"
          ? await this.killRemoval(victim, other, moment)
          : await this.killIndexing(victim, other, moment);
    const repaired = [...(await this.repaired(victim)), ...(await this.repaired(other))];
    return {
      ...outcome,
      moment,
      violations: [
        ...outcome.violations,
        ...repaired,
        ...faultsOfFiles(this.home),
        ...leftoversOfFiles(this.home),
      ],
    };
  }

  private async killIndexing(
    victim: string,
    other: string,
    moment: Moment,
  ): Promise<Omit<Outcome, "moment">> {
    for (const root of [victim, other]) this.edit(root);
    const deeds: [Deed, ...Deed[]] = ["start_reindex", "start_forced_create", "synced"];
    const [deed, otherDeed] = [oneOf(deeds, this.random), oneOf(deeds, this.random)];
    const [ended, problems] = await Promise.all([
      this.kill("index a view", victim, { input: INPUTS[deed] }, moment),
      this.with(other, (engine) => this.manage(engine, other, otherDeed)),
    ]);
    const violations = [...problems, ...faultsOfFiles(this.home)];
    violations.push(...(await this.asItIs(victim, deed === "synced" ? "in parts" : "whole")));
    violations.push(...(await this.isCurrent(other)));
    return { deed, hasEnded: ended, violations };
  }

  private async killRemoval(victim: string, other: string, moment: Moment): Promise<Omit<Outcome, "moment">> {
    const violations: string[] = [];
    const killed = new AbortController();
    const readUntilKilled = this.with(other, async (engine) => {
      do violations.push(...(await this.isCurrent(other, engine)));
      while (!killed.signal.aborted);
    });
    const ended = await this.kill("remove a view", victim, { input: INPUTS.cleared }, moment);
    killed.abort();
    await readUntilKilled;
    violations.push(...faultsOfFiles(this.home), ...(await this.asItIs(victim, "whole")));
    return { deed: "cleared", hasEnded: ended, violations };
  }

  private async killCommit(victim: string, other: string, moment: Moment): Promise<Omit<Outcome, "moment">> {
    const ref = this.trees.newCommit(below(VIEW_VERSIONS, this.random));
    const ended = await this.kill("index a commit", victim, { ref }, moment);
    const violations = faultsOfFiles(this.home);
    for (const root of [victim, other]) violations.push(...(await this.isCurrent(root)));
    const made = await this.with(victim, (engine) => commitAnswers(engine, victim, ref));
    const home = join(this.options.folder, "alone-commits");
    const alone = await this.engines.with({ root: victim, home }, async (engine) => {
      await ask(engine, { root: victim, home }, "manage_index", INPUTS.start_create);
      return commitAnswers(engine, victim, ref);
    });
    if (!isAnswer(made, [alone.digest]))
      violations.push(`commit ${ref} answers ${told(made)}, alone it would ${told(alone)}`);
    return { deed: "commit", hasEnded: ended, violations };
  }

  /** Whether the operation had ended. Throws if processes outlive the killed one. */
  private async kill(
    operation: ViewOperation,
    root: string,
    work: Parameters<typeof killDuring>[0]["work"],
    moment: Moment,
  ): Promise<boolean> {
    const { signal } = this.options;
    const { ended, hasOrphans } = await killDuring({ place: this.placeOf(root), work, moment, signal });
    if (ended) this.moments.learn(operation, ended);
    if (hasOrphans) throw new Error("Processes outlive the one that was killed");
    return ended !== null;
  }

  /**
   * Problems of a view that nothing has repaired yet: it has to answer as before the kill or as after it, or
   * say that it cannot. Half a sync counts as neither, if nothing vouches for the whole.
   */
  private async asItIs(root: string, change: "whole" | "in parts"): Promise<string[]> {
    return await this.with(root, async (engine) => {
      const answers = await answersWithoutTree(engine, root);
      if (!answers.statuses.includes("ok")) return [];
      const status = await ask(engine, this.placeOf(root), "manage_index", { action: "status" });
      const vouched = "index" in status ? (status.index?.merkleRoot ?? null) : null;
      if (change === "in parts" && vouched === null) return [];
      const { now, before } = this.versionsOf(root);
      const allowed = [now, before].map((version) => this.aloneOf(root, version).withoutTree);
      return isAnswer(answers, allowed)
        ? []
        : [`${root} answers ${told(answers)}, alone it would be ${allowed.join(" or ")}`];
    });
  }

  /** Problems of a view that has to answer as an index of its files alone. */
  private async isCurrent(root: string, open?: Engine): Promise<string[]> {
    const answers = open
      ? await viewAnswers(open, root)
      : await this.with(root, (engine) => viewAnswers(engine, root));
    const { present } = this.aloneOf(root, this.versionsOf(root).now);
    return isAnswer(answers, [present])
      ? []
      : [`${root} answers ${told(answers)}, alone it would be ${present}`];
  }

  /** Problems of a view that the next operation, a search or a run, has to have repaired. */
  private async repaired(root: string): Promise<string[]> {
    const answers = await this.with(root, (engine) => viewAnswers(engine, root));
    const needsRun = !answers.statuses.includes("ok") || this.random() < 0.5;
    const problems = needsRun
      ? await this.with(root, (engine) => this.manage(engine, root, "start_reindex"))
      : [];
    return [...problems, ...(await this.isCurrent(root))].map((problem) => `after the repair: ${problem}`);
  }

  /** Problems of an operation that runs to its end. */
  private async manage(engine: Engine, root: string, deed: Deed): Promise<string[]> {
    const answer = await ask(engine, this.placeOf(root), "manage_index", INPUTS[deed]);
    return answer.status === "ok" ? [] : [`${deed} of ${root} is answered with ${JSON.stringify(answer)}`];
  }

  private edit(root: string): void {
    const { now } = this.versionsOf(root);
    const next = (now + 1 + below(VIEW_VERSIONS - 1, this.random)) % VIEW_VERSIONS;
    this.trees.checkOut(root, next);
    this.versions.set(root, { now: next, before: now });
  }

  private with<Result>(root: string, work: (engine: Engine) => Promise<Result>): Promise<Result> {
    return this.engines.with(this.placeOf(root), work);
  }

  private placeOf(root: string): { readonly root: string; readonly home: string } {
    return { root, home: this.home };
  }

  private versionsOf(root: string): { readonly now: number; readonly before: number } {
    return this.versions.get(root) ?? { now: 0, before: 0 };
  }

  private aloneOf(root: string, version: number): Alone {
    const alone = this.alone.get(`${root} ${version}`);
    if (!alone) throw new Error(`Version ${version} of ${root} was not indexed alone`);
    return alone;
  }
}

function isAnswer({ statuses, digest }: ViewAnswers, allowed: readonly string[]): boolean {
  return statuses.join() === "ok" && allowed.includes(digest);
}

function told({ statuses, digest }: ViewAnswers): string {
  return `${statuses.join()} ${digest}`;
}
