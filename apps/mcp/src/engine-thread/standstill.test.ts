import { expect, it } from "vitest";
import { StandstillWatch } from "./engine-thread.ts";

/** A watch whose checks the test triggers. */
function watchOf(): {
  readonly watch: StandstillWatch;
  readonly look: () => void;
  readonly told: (number | "ping")[];
} {
  const told: (number | "ping")[] = [];
  let work: (() => void) | null = null;
  const every = (_: number, again: () => void): Disposable => {
    work = again;
    return { [Symbol.dispose]: () => (work = null) };
  };
  const watch = new StandstillWatch({
    lookMs: 500,
    every,
    ping: () => void told.push("ping"),
    onStanding: (standingMs) => void told.push(standingMs),
  });
  return { watch, told, look: () => work?.() };
}

it("asks for a sign of life, and tells how long it has waited for it", () => {
  const { watch, look, told } = watchOf();
  watch.begin();
  for (let at = 0; at < 4; at++) look();
  expect(told).toEqual(["ping", 500, 1_000, 1_500]);
});

it("tells nothing of a thread that gives signs of life", () => {
  const { watch, look, told } = watchOf();
  watch.begin();
  for (let at = 0; at < 3; at++) {
    look();
    watch.hear();
  }
  expect(told).toEqual(["ping", "ping", "ping"]);
});

it("asks nothing before it begins and after it ended, and forgets what it waited for", () => {
  const { watch, look, told } = watchOf();
  look();
  watch.begin();
  look();
  look();
  watch.end();
  look();
  watch.begin();
  look();
  expect(told).toEqual(["ping", 500, "ping"]);
});
