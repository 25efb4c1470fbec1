/** The skill only mentions what the contracts contain. */
import { readFileSync } from "node:fs";
import { CORE_TOOLS, ERRORS, GATING_STATUSES, INPUT_SCHEMAS, STATUSES, WARNINGS } from "@satori/contracts";
import { expect, it } from "vitest";

const text = readFileSync(new URL("../skills/satori/SKILL.md", import.meta.url), "utf8");
const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];

it("has the name of its folder, and a description that pi takes", () => {
  const { name, description = "" } = Object.fromEntries(
    front.split("\n").map((line) => line.split(/: (.*)/s, 2)),
  ) as Record<string, string>;
  expect(name).toBe("satori");
  expect(description.length).toBeGreaterThan(100);
  expect(description.length).toBeLessThanOrEqual(1024);
  for (const tool of CORE_TOOLS) expect(description).toContain(tool);
});

it("tells of each tool, and of each status what to do", () => {
  for (const name of [...CORE_TOOLS, ...Object.keys(STATUSES), ...GATING_STATUSES])
    expect(body).toContain(`\`${name}\``);
  const rows = [...body.matchAll(/^\| ((?:`\w+`(?:, )?)+) *\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/\w+/g)].map(([name]) => name),
  );
  expect(rows.sort()).toEqual(Object.keys(STATUSES).sort());
});

it("names no code and no argument that there is not", () => {
  const codes = [...body.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, code = ""]) => code);
  expect(codes.length).toBeGreaterThan(3);
  for (const code of codes) expect({ ...WARNINGS, ...ERRORS }).toHaveProperty(code);
  const properties = new Set(
    CORE_TOOLS.flatMap((tool) =>
      Object.keys((INPUT_SCHEMAS[tool] as { properties?: object }).properties ?? {}),
    ),
  );
  for (const name of ["path", "query", "scope", "open_symbol", "start_line", "end_line", "symbolRef"]) {
    expect(body).toContain(`\`${name}`);
    expect(properties).toContain(name);
  }
});
