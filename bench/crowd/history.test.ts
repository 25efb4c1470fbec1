import { describe, expect, test } from "vitest";
import { History, overlaps } from "./history.ts";
import { versionOf } from "./versions.ts";

const [first, second] = [versionOf(2, 0), versionOf(2, 1)];

/** A history with some edits, and the time after each of them. */
function edited(...edits: readonly Parameters<History["note"]>[0][]): {
  history: History;
  moments: number[];
} {
  const history = new History();
  const moments = edits.map((edit) => {
    history.note(edit);
    return performance.now();
  });
  return { history, moments };
}

const nowAnd = (part: object): Parameters<History["note"]>[0] => ({ beganMs: performance.now(), ...part });

describe("a path", () => {
  test("has the version that was written last, until it is gone", () => {
    const { history } = edited(
      nowAnd({ path: "a.ts", version: first }),
      nowAnd({ path: "a.ts", version: second }),
      nowAnd({ path: "b.ts", version: first }),
    );
    expect([history.current("a.ts"), history.paths]).toEqual([second, ["a.ts", "b.ts"]]);
    history.note(nowAnd({ gone: "a.ts" }));
    expect([history.current("a.ts"), history.paths]).toEqual([null, ["b.ts"]]);
    expect(history.of("a.ts").map(({ version }) => version)).toEqual([first, second]);
  });

  test("that was renamed is there under its new name alone", () => {
    const { history } = edited(
      nowAnd({ path: "a.ts", version: first }),
      nowAnd({ gone: "a.ts", path: "b.ts", version: first }),
    );
    expect(history.paths).toEqual(["b.ts"]);
  });
});

describe("a version that took the place of another", () => {
  test("leaves no moment in which the path was absent", () => {
    const { history } = edited({ beganMs: 1_000, path: "a.ts", version: first });
    const stays = history.of("a.ts");
    history.note({ beganMs: 1_100, path: "a.ts", version: second });
    expect(stays).toHaveLength(2);
    expect(history.wasAbsent("a.ts", { fromMs: 1_300, untilMs: performance.now() })).toBe(false);
    expect(history.wasAbsent("a.ts", { fromMs: 0, untilMs: 950 })).toBe(true);
  });

  test("is told from it by when it was there", () => {
    const stay = { version: first, fromMs: 10, untilMs: 20 };
    expect(
      [
        [0, 9],
        [0, 10],
        [15, 16],
        [20, 30],
        [21, 30],
      ].map(([fromMs = 0, untilMs = 0]) => overlaps(stay, { fromMs, untilMs })),
    ).toEqual([false, true, true, true, false]);
  });
});

test("a path that never was, or is gone, is absent", () => {
  const { history, moments } = edited(nowAnd({ path: "a.ts", version: first }), nowAnd({ gone: "a.ts" }));
  const after = { fromMs: moments[1] ?? 0, untilMs: Number.MAX_VALUE };
  expect([history.wasAbsent("a.ts", after), history.wasAbsent("never.ts", after)]).toEqual([true, true]);
});
