import { describe, expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { History } from "./history.ts";
import { compareWithDisk } from "./torn.ts";
import { type Version, versionOf } from "./versions.ts";

const FILE = "area1/part2.ts";
const [old, current] = [versionOf(2, 0), versionOf(2, 1)];

/** The file was replaced at 100 by a version that still exists. */
function known() {
  const history = new History();
  history.note({ beganMs: -1_000, path: FILE, version: old });
  for (const stay of history.of(FILE)) stay.untilMs = 100;
  history.note({ beganMs: 90, path: FILE, version: current });
  return { root: "/code", history, startedMs: 0, rebuild: null };
}

function exchange(tool: Exchange["tool"], envelope: object, fromMs = 200): Exchange {
  return {
    who: "somebody",
    tool,
    args: {},
    fromMs,
    untilMs: fromMs + 10,
    envelope: { tool, status: "ok", ...envelope },
  };
}

function chunk({ lines }: Version, startLine: number, endLine: number, part: object = {}): object {
  return {
    kind: "chunk",
    file: FILE,
    span: { startLine, endLine },
    content: lines.slice(startLine - 1, endLine).join("\n"),
    ...part,
  };
}

function search(results: readonly object[], mode: string, part: object = {}, fromMs?: number): Exchange {
  return exchange("search_codebase", { results, freshnessDecision: { mode }, ...part }, fromMs);
}

async function verdict(asked: Exchange): Promise<string> {
  const { torn, stale } = await compareWithDisk(asked, known());
  return torn.length > 0 ? "torn" : stale.length > 0 ? "stale" : "good";
}

describe("lines of a search", () => {
  test.each<[string, Exchange, string]>([
    ["of the version that is there", search([chunk(current, 3, 9)], "fresh"), "good"],
    ["of two places of it", search([chunk(current, 3, 9), chunk(current, 12, 14)], "synced"), "good"],
    [
      "of an earlier one, in an answer that did not look",
      search([chunk(old, 3, 9)], "skipped_locked"),
      "good",
    ],
    [
      "of an earlier one, which was there when it was asked for",
      search([chunk(old, 3, 9)], "fresh", {}, 95),
      "good",
    ],
    ["of an earlier one, in an answer that is fresh", search([chunk(old, 3, 9)], "fresh"), "stale"],
    [
      "of two versions in one answer",
      search([chunk(current, 3, 9), chunk(old, 3, 9)], "skipped_locked"),
      "torn",
    ],
    [
      "of two versions in one text",
      search(
        [
          chunk(current, 3, 9, {
            content: [...current.lines.slice(2, 6), ...old.lines.slice(6, 9)].join("\n"),
          }),
        ],
        "skipped_locked",
      ),
      "torn",
    ],
    ["a line off", search([chunk(current, 3, 9, { span: { startLine: 4, endLine: 10 } })], "fresh"), "torn"],
    [
      "that are fewer than their span",
      search([chunk(current, 3, 9, { span: { startLine: 3, endLine: 10 } })], "fresh"),
      "torn",
    ],
    [
      "that are fewer than their span, in an answer that was cut",
      search([chunk(current, 3, 9, { span: { startLine: 3, endLine: 10 } })], "fresh", {
        warnings: ["OUTPUT_TRUNCATED"],
      }),
      "good",
    ],
    [
      "behind the end of the file",
      search([chunk(current, 3, 9, { span: { startLine: 3, endLine: 999 } })], "fresh", {
        warnings: ["OUTPUT_TRUNCATED"],
      }),
      "torn",
    ],
    [
      "of a file that never was",
      search([chunk(current, 3, 9, { file: "area1/part4.ts" })], "skipped_locked"),
      "torn",
    ],
    [
      "of a file that may be half written",
      search([chunk(current, 3, 9, { file: "drafts/draft1.ts" })], "fresh"),
      "good",
    ],
    [
      "with a symbol that is elsewhere",
      search([chunk(current, 3, 4, { symbolLabel: current.names.at(-1) })], "fresh"),
      "torn",
    ],
    [
      "with the symbol that is there",
      search([chunk(current, 3, 4, { symbolLabel: current.names[0] })], "fresh"),
      "good",
    ],
    [
      "of a preview within its group",
      search(
        [
          {
            kind: "group",
            file: FILE,
            span: { startLine: 3, endLine: 9 },
            preview: current.lines.slice(4, 6).join("\n"),
            previewStartLine: 5,
          },
        ],
        "fresh",
      ),
      "good",
    ],
    [
      "of a preview outside of it",
      search(
        [
          {
            kind: "group",
            file: FILE,
            span: { startLine: 6, endLine: 9 },
            preview: current.lines.slice(4, 6).join("\n"),
            previewStartLine: 5,
          },
        ],
        "fresh",
      ),
      "torn",
    ],
  ])("%s", async (_, asked, expected) => {
    expect(await verdict(asked)).toBe(expected);
  });

  test("tell how old they are", async () => {
    expect(await compareWithDisk(search([chunk(old, 3, 9)], "skipped_locked"), known())).toMatchObject({
      lagMs: 100,
    });
  });
});

describe("a file that is read", () => {
  const read = ({ lines }: Version, part: object = {}): Exchange =>
    exchange("read_file", {
      file: FILE,
      content: `${lines.slice(0, 5).join("\n")}\n`,
      startLine: 1,
      endLine: 5,
      totalLines: lines.length - 1,
      ...part,
    });

  test.each<[string, Exchange, string]>([
    ["as it is", read(current), "good"],
    ["as it was", read(old), "stale"],
    ["with the length of another version", read(current, { totalLines: old.lines.length - 1 }), "torn"],
    [
      "with a symbol of another version",
      read(current, { symbol: { symbolLabel: old.names[0], span: { startLine: 1, endLine: 5 } } }),
      "torn",
    ],
  ])("%s", async (_, asked, expected) => {
    expect(await verdict(asked)).toBe(expected);
  });
});

test("an outline has to have all symbols of one version, where they are", async () => {
  const { analyze } = await import("@satori/sidecar");
  const symbolsOf = async ({ lines }: Version): Promise<object[]> =>
    (await analyze(FILE, lines.join("\n"))).symbols.map(({ label, startLine, endLine, doc }) => ({
      symbolLabel: label,
      span: { startLine, endLine },
      doc,
    }));
  const outline = (symbols: readonly object[], part: object = {}): Exchange =>
    exchange("file_outline", { file: FILE, outline: { symbols }, hasMore: false, ...part });
  const [all, others] = [await symbolsOf(current), await symbolsOf(old)];
  expect(await verdict(outline(all))).toBe("good");
  // Outlines have no freshness information.
  expect(await verdict(outline(others))).toBe("good");
  expect(await verdict(outline(all.slice(1)))).toBe("torn");
  expect(await verdict(outline(all.slice(1), { hasMore: true }))).toBe("good");
  expect(await verdict(outline([...all.slice(1), others[0] ?? {}], { hasMore: true }))).toBe("torn");
});
