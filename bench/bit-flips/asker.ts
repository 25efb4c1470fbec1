/**
 * Asks damaged indexes, one after the other, in a process of its own: SQLite's driver may end it. Its
 * argument is JSON, an `AskerTask`; it prints a line for each flip that it has come through.
 */
import { readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspectSqliteStore } from "../../libs/engine/src/store/sqlite/open-sqlite-store.ts";
import { Engines } from "../kill/engines.ts";
import { type SoundHome, indexFileIn, withCopy } from "./damaged-copy.ts";
import type { Flip } from "./draw.ts";
import { type Answer, QUESTIONS, type Verdict, answersOf, verdictOf, verdictsOf } from "./questions.ts";

export interface AskerTask {
  readonly root: string;
  readonly home: string;
  readonly soundFile: string;
  readonly answersFile: string;
  readonly flipsFile: string;
  /** Of the flips, how many are done. */
  readonly done: number;
}

export interface AskedFlip {
  readonly verdict: Verdict;
  /** Whether what `satori doctor` asks of an index file finds something wrong with it. */
  readonly isDiagnosed: boolean;
  /** Names of the questions whose answers are others and do not say so. */
  readonly silent: readonly string[];
}

const { root, home, soundFile, answersFile, flipsFile, done } = JSON.parse(
  process.argv[2] ?? "",
) as AskerTask;
const sound: SoundHome = { home, index: readFileSync(soundFile) };
const expected = JSON.parse(readFileSync(answersFile, "utf8")) as readonly Answer[];
const flips = JSON.parse(readFileSync(flipsFile, "utf8")) as readonly Flip[];

await using engines = new Engines({ SATORI_WATCH: "0" });
for (const flip of flips.slice(done)) {
  const { isDiagnosed, answers } = await withCopy(sound, flip, async (copy) => ({
    isDiagnosed: inspectSqliteStore(dirname(indexFileIn(copy))) !== null,
    answers: await engines.with({ root, home: copy }, (engine) => answersOf(engine, root, QUESTIONS)),
  }));
  const verdicts = verdictsOf(expected, answers);
  const silent = QUESTIONS.filter((_, at) => verdicts[at] === "silent").map(({ name }) => name);
  const asked: AskedFlip = { verdict: verdictOf(verdicts), isDiagnosed, silent };
  writeSync(1, `${JSON.stringify(asked)}\n`);
  // The driver gives descriptors back between two turns.
  await nextTurn();
}
