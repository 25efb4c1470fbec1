import { describe, expect, test } from "vitest";
import { ProgressLine, duration, progressText } from "./progress-line.ts";
import { createTerminal } from "./terminal.ts";

describe("the text of progress", () => {
  test("names the phase while files are not counted yet, and where there are none to do", () => {
    expect(progressText("indexing", { filesDone: 0, filesTotal: 0, chunks: 0 }, 5)).toBe("indexing…");
    expect(progressText("scanning", { filesDone: 0, filesTotal: null, chunks: 0 }, 0)).toBe("scanning…");
  });

  test("has bar, files, chunks, rate and time left", () => {
    expect(progressText("indexing", { filesDone: 25, filesTotal: 100, chunks: 70 }, 2_000)).toBe(
      "[#####---------------] indexing 25/100 files  70 chunks  13 files/s  6.0 s left",
    );
  });

  test(
    "has no rate before the first file, nor from the first few of many, and no time left once all are " +
      "done",
    () => {
      expect(progressText("indexing", { filesDone: 0, filesTotal: 3, chunks: 0 }, 0)).toBe(
        "[--------------------] indexing 0/3 files  0 chunks",
      );
      expect(progressText("indexing", { filesDone: 9, filesTotal: 1_000, chunks: 0 }, 2_000)).toBe(
        "[--------------------] indexing 9/1000 files  0 chunks",
      );
      expect(progressText("publishing", { filesDone: 3, filesTotal: 3, chunks: 9 }, 1_000)).toBe(
        "[####################] publishing 3/3 files  9 chunks  3 files/s",
      );
      expect(progressText("embedding", { filesDone: 1, filesTotal: 3, chunks: 9 }, 1_000)).toBe(
        "[######--------------] embedding 1/3 files  9 chunks  1 files/s  2.0 s left",
      );
    },
  );
});

describe("the bar", () => {
  const counts = { filesDone: 1_204, filesTotal: 3_000, chunks: 18_211 };
  const at = (columns: number): string => progressText("indexing", counts, 6_000, columns);

  test("stays at 80 columns, and in a narrow terminal, where numbers make way", () => {
    const whole = "[########------------] indexing 1204/3000 files  18211 chunks  201 files/s  9.0 s left";
    expect(progressText("indexing", counts, 6_000)).toBe(whole);
    expect(at(whole.length)).toBe(whole);
    expect(at(79)).toBe("[########------------] indexing 1204/3000 files  201 files/s  9.0 s left");
    expect(at(60)).toBe("[########------------] indexing 1204/3000 files  9.0 s left");
    expect(at(50)).toBe("[########------------] indexing 1204/3000 files");
    expect(at(39)).toBe("[####--------] indexing 1204/3000 files");
    expect(at(30)).toBe("indexing 1204/3000 files");
  });

  test("fits whatever the numbers are, for as long as there is room for it and for the files", () => {
    for (const phase of ["scanning", "indexing", "publishing"] as const)
      for (let columns = 50; columns < 120; columns++)
        for (const filesDone of [0, 1, 4_711, 99_999]) {
          const text = progressText(
            phase,
            { filesDone, filesTotal: 99_999, chunks: 9_999_999 },
            5_000_000,
            columns,
          );
          expect(text.length).toBeLessThanOrEqual(columns);
          expect(text).toMatch(/^\[[#-]{5,20}\] /);
        }
  });
});

test("durations are told in the unit that people would take", () => {
  expect([40, 9_949, 9_951, 59_400, 59_600, 185_000].map(duration)).toEqual([
    "0.0 s",
    "9.9 s",
    "10 s",
    "59 s",
    "1 min 0 s",
    "3 min 5 s",
  ]);
});

describe("the line", () => {
  const counts = { filesDone: 1, filesTotal: 4, chunks: 2 };
  const lineOn = (
    isTTY: boolean,
    { environment = {}, delayMs = 0 as number | null, isQuiet = false } = {},
  ) => {
    let written = "";
    let nowMs = 0;
    const stream = { isTTY, columns: 40, write: (text: string) => (written += text) };
    const terminal = createTerminal({
      stdout: stream,
      stderr: stream,
      environment,
      isColorOff: false,
      isPagerOff: true,
    });
    const line = new ProgressLine({
      terminal,
      isQuiet,
      ...(delayMs === null ? {} : { delayMs }),
      nowMs: () => nowMs,
    });
    return { line, at: (ms: number) => void (nowMs = ms), written: () => written };
  };

  test("is redrawn in place, shorter where the terminal is narrow, and gives way to the summary", () => {
    const { line, at, written } = lineOn(true);
    line.update("indexing", counts);
    at(100);
    line.update("indexing", { ...counts, filesDone: 2 });
    line.end("done");
    expect(written().split("\r\x1b[2K")).toEqual([
      "",
      "[####--------------] indexing 1/4 files",
      "[#########---------] indexing 2/4 files",
      "done\n",
    ]);
  });

  test("goes when the work fails", () => {
    const { line, written } = lineOn(true);
    const work = (): void => {
      using progress = line;
      progress.update("indexing", counts);
      throw new Error("lost");
    };
    expect(work).toThrow("lost");
    expect(written()).toMatch(/indexing 1\/4 files\r\x1b\[2K$/);
  });

  test("is drawn ten times a second at most, and not at all for what is over at once", () => {
    const often = lineOn(true);
    for (let ms = 0; ms < 100; ms += 10) {
      often.at(ms);
      often.line.update("scanning", { ...counts, filesTotal: null });
    }
    expect(often.written()).toBe("\r\x1b[2Kscanning…");
    for (const delayMs of [300, null]) {
      const short = lineOn(true, { delayMs });
      short.at(299);
      short.line.update("indexing", counts);
      short.line.end();
      expect(short.written()).toBe("");
    }
  });

  test("does not exist in a pipe, and not when nobody wants it", () => {
    for (const { line, written } of [lineOn(false), lineOn(true, { isQuiet: true })]) {
      line.update("indexing", counts);
      line.end("done");
      expect(written()).toBe("");
    }
  });

  test("is left out where lines cannot be redrawn; the summary is not", () => {
    const { line, written } = lineOn(true, { environment: { TERM: "dumb" } });
    line.update("indexing", counts);
    line.end("done");
    expect(written()).toBe("done\n");
  });
});
