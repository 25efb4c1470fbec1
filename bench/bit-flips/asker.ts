/**
 * Queries damaged indexes, one after the other, in a separate process, because SQLite's driver may crash it.
 * The argument is an `AskerTask` in JSON. Prints one line per flip that it has survived.
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
  /** Number of flips that are done. */
  readonly done: number;
}

export interface AskedFlip {
  readonly verdict: Verdict;
  /** Whether the checks of `satori doctor` find a problem in the index file. */
  readonly isDiagnosed: boolean;
  /** Names of the questions whose answers are wrong without saying so. */
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
  // The driver releases file descriptors between two turns of the event loop.
  await nextTurn();
}
