import { type CodebaseEntry, buildEnvelope } from "@satori/contracts";
import { expect, it } from "vitest";
import { renderList, renderSkipped } from "./status.ts";
import { plainView } from "./testing/drawn-calls.ts";

const READY: CodebaseEntry = {
  path: "/src/shop",
  state: "indexed",
  files: 12,
  chunks: 340,
  languages: [],
  lastIndexedAt: "2026-01-02T03:04:05.678Z",
  sizeBytes: 1_800_000,
  fingerprint: null,
};

const listed = (...failed: CodebaseEntry[]): string[] => {
  const answer = buildEnvelope(
    "list_codebases",
    { status: "ok" },
    { codebases: { ready: [READY], indexing: [], requiresReindex: [], failed } },
    0,
  );
  return answer.status === "ok" ? renderList(answer, plainView).split("\n") : [];
};

it("why a codebase has no index stands behind its row, and moves no column of the others", () => {
  const [title, row] = listed();
  expect(title).toBe("CODEBASE   STATE    FILES  CHUNKS     SIZE  INDEXED (UTC)");
  expect(row).toBe("/src/shop  indexed     12     340  1.7 MiB  2026-01-02 03:04");
  const reason = "The indexing process exited before it finished";
  expect(
    listed({
      ...READY,
      path: "/src/api",
      state: "indexfailed",
      files: 0,
      chunks: 0,
      sizeBytes: 512,
      reason,
      lastIndexedAt: null,
    }),
  ).toEqual([
    "CODEBASE   STATE        FILES  CHUNKS       SIZE  INDEXED (UTC)",
    "/src/shop  indexed         12     340    1.7 MiB  2026-01-02 03:04",
    `/src/api   indexfailed      0       0  512 bytes  never             ${reason}`,
  ]);
});

it("versions stand below their codebase, as short ids that --at takes", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const versions = [
    { commit, state: "indexed", sizeBytes: 2_048, lastUsedAt: "2026-02-03T04:05:06.789Z" },
    { commit: commit.replace("0", "f"), state: "indexing", sizeBytes: 10, lastUsedAt: null },
  ] as const;
  expect(listed({ ...READY, path: "/src/api", versions }).slice(2)).toEqual([
    "/src/api           indexed      12     340   1.7 MiB  2026-01-02 03:04",
    "  at 0123456789ab  indexed                   2.0 KiB                    last used 2026-02-03 04:05",
    "  at f123456789ab  indexing                 10 bytes",
  ]);
});

it("the size is unknown where an older server answers", () => {
  const { sizeBytes: _, ...old } = READY;
  expect(listed({ ...old, path: "/src/old" }).at(-1)).toBe(
    "/src/old   indexed     12     340        ?  2026-01-02 03:04",
  );
});

it(
  "what the names of secrets leave out has a row of its own, and none where there is nothing, or an " +
    "older server says nothing",
  () => {
    const secrets = { count: 6, examples: [".env", ".ssh/", "a.pem", "b.pem", "c.pem"] };
    expect(
      renderSkipped({ skipped: [{ cause: "binary", files: 1, examples: ["a.dat"] }], secrets }, plainView),
    ).toEqual([
      "",
      "LEFT OUT        FILES  FOR EXAMPLE",
      "binary              1  a.dat",
      "likely secrets      6  .env, .ssh/, a.pem, b.pem, c.pem, …",
    ]);
    expect(renderSkipped({ skipped: [], secrets: { count: 0, examples: [] } }, plainView)).toEqual([]);
    expect(renderSkipped({ skipped: [] }, plainView)).toEqual([]);
  },
);
