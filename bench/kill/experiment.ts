/**
 * The kill experiment: parallel lanes, each with its share of the kills of every operation. A seed decides on
 * their order and moments. Durations depend on the machine, so a repetition comes close to the same moments,
 * but does not hit them exactly.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { BenchmarkError } from "../support/failure.ts";
import { Engines, ask } from "./engines.ts";
import { Lane, type Round } from "./lane.ts";
import { Moments, OPERATIONS } from "./moments.ts";
import { type IndexContent, observe } from "./observe.ts";
import { seededRandom, shuffled } from "../support/random.ts";
import { VERSIONS, writeVersion } from "./tree.ts";

export interface ExperimentOptions {
  /** Empty folder. */
  readonly folder: string;
  /** Kills of each operation. */
  readonly kills: number;
  readonly seed: number;
  readonly lanes: number;
  readonly signal: AbortSignal;
  /** Called after every round. */
  readonly onRound: (round: NumberedRound) => void;
}

export interface NumberedRound extends Round {
  readonly lane: number;
  /** Number within its lane, from 1. */
  readonly number: number;
}

export async function runExperiment(options: ExperimentOptions): Promise<NumberedRound[]> {
  await using engines = new Engines();
  const fresh = await freshContents(join(options.folder, "fresh"), engines);
  const moments = new Moments();
  const lanes = Array.from({ length: options.lanes }, (_, lane) =>
    runLane(lane, { ...options, engines, fresh, moments }),
  );
  return (await Promise.all(lanes)).flat();
}

interface Shared extends ExperimentOptions {
  readonly engines: Engines;
  readonly fresh: readonly IndexContent[];
  readonly moments: Moments;
}

async function runLane(
  number: number,
  { folder, kills, seed, lanes, engines, fresh, moments, signal, onRound }: Shared,
): Promise<NumberedRound[]> {
  const random = seededRandom(seed * 1_000 + number);
  const share = Math.floor(kills / lanes) + (number < kills % lanes ? 1 : 0);
  const lane = new Lane({ folder: join(folder, `lane${number}`), engines, moments, random, fresh, signal });
  const rounds: NumberedRound[] = [];
  for (const operation of shuffled(
    OPERATIONS.flatMap((operation) => Array.from({ length: share }, () => operation)),
    random,
  )) {
    signal.throwIfAborted();
    const round = { ...(await lane.round(operation)), lane: number, number: rounds.length + 1 };
    rounds.push(round);
    onRound(round);
  }
  return rounds;
}

/** Contents of a new index of each version of the tree. */
async function freshContents(folder: string, engines: Engines): Promise<IndexContent[]> {
  const place = { root: join(folder, "tree"), home: join(folder, "home") };
  const contents: IndexContent[] = [];
  mkdirSync(folder, { recursive: true });
  for (let version = 0; version < VERSIONS; version++) {
    writeVersion(place.root, version, version === 0 ? null : version - 1);
    const { content, problems } = await engines.with(place, async (engine) => {
      await ask(engine, place, "manage_index", { action: "create", force: true });
      return observe(engine, place);
    });
    if (!content || problems.length > 0)
      throw new BenchmarkError(`A tree cannot be indexed: ${problems.join("; ")}`);
    contents.push(content);
  }
  return contents;
}
