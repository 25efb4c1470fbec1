import { expect, it } from "vitest";
import { Secret } from "../secret.ts";
import { fine, problem, quoted, reportOf, warning } from "./finding.ts";

it("a report goes by check in the order of their table, then by subject, and counts levels", () => {
  const report = reportOf(
    [
      fine({ id: "git.binary", found: "2" }),
      warning({ id: "index.state", subject: "/b", found: "x", fix: "y" }),
      problem({ id: "index.state", subject: "/a", found: "x", fix: "y" }),
      fine({ id: "node.version", found: "22" }),
    ],
    [],
  );
  expect(report.findings.map(({ id, subject }) => [id, subject])).toEqual([
    ["node.version", null],
    ["git.binary", null],
    ["index.state", "/a"],
    ["index.state", "/b"],
  ]);
  expect(report.summary).toEqual({ ok: 2, warnings: 1, errors: 1 });
});

it("no secret stands in a report, whoever wrote it into a message, and a finding is one line", () => {
  const { findings } = reportOf(
    [problem({ id: "embedder.answer", found: "refused:\n  key sk-12345678", fix: "replace sk-12345678" })],
    [new Secret("sk-12345678")],
  );
  expect(findings).toMatchObject([{ found: "refused: key [secret]", fix: "replace [secret]" }]);
});

it.each([
  ["/a/b-c.d", "/a/b-c.d"],
  ["C:\\Users\\me", "C:\\Users\\me"],
  ["/a b", '"/a b"'],
  ['/a "$x"', '"/a \\"\\$x\\""'],
])("the path %s is given to a shell as %s", (path, text) => {
  expect(quoted(path)).toBe(text);
});
