import { describe, expect, expectTypeOf, it } from "vitest";
import { FREE_PREFIXES, SETTINGS, choicesIn, type SettingContract } from "../settings.ts";
import { TOOL_NAMES } from "../tool-names.ts";
import { TOOLS, TOOL_SETS, isToolName } from "../tools/index.ts";
import type { ManageIndexOutput } from "../tools/manage-index.ts";
import { ERRORS, ERROR_CODES } from "./errors.ts";
import { MANAGE_REASONS, NON_OK_REASONS, REASONS } from "./reasons.ts";
import { GATING_STATUSES, MANAGE_STATUSES, type ManageStatus, STATUSES } from "./statuses.ts";
import { WARNINGS, WARNING_CODES } from "./warnings.ts";

const SENTENCE = /^[A-Z`].*[.!]$/s;

describe.each([
  ["warnings", WARNINGS, WARNING_CODES],
  ["errors", ERRORS, ERROR_CODES],
] as const)("%s", (_, table, codes) => {
  it("are listed in ascending order, each once", () => {
    expect([...codes]).toEqual([...new Set(codes)].sort());
    expect([...codes]).toEqual(Object.keys(table).sort());
  });

  it.each(Object.entries(table))("%s says what it means and what to do", (code, { meaning, nextStep }) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect([meaning, nextStep]).toEqual([expect.stringMatching(SENTENCE), expect.stringMatching(SENTENCE)]);
  });
});

describe("statuses and reasons", () => {
  it.each(Object.entries({ ...STATUSES, ...REASONS }))("%s says what it means", (name, meaning) => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(meaning).toMatch(SENTENCE);
  });

  it("gates are statuses, checked in their order, each with a reason of its own", () => {
    expect(GATING_STATUSES).toEqual(["requires_reindex", "not_ready", "not_indexed"]);
    expect(GATING_STATUSES.every((status) => Object.hasOwn(STATUSES, status))).toBe(true);
    expect(NON_OK_REASONS.every((reason) => (MANAGE_REASONS as readonly string[]).includes(reason))).toBe(
      true,
    );
    expect(NON_OK_REASONS).toHaveLength(GATING_STATUSES.length);
  });

  it("those of manage_index are what its answers can say", () => {
    expectTypeOf<ManageStatus>().toEqualTypeOf<ManageIndexOutput["status"]>();
    expect(MANAGE_STATUSES).toEqual([
      "ok",
      "not_ready",
      "requires_reindex",
      "not_indexed",
      "blocked",
      "error",
    ]);
  });

  it("reasons are those of manage_index", () => {
    expect(MANAGE_REASONS).toEqual([
      "indexing",
      "requires_reindex",
      "not_indexed",
      "unnecessary_reindex_ignore_only",
      "preflight_unknown",
    ]);
  });
});

describe("tools", () => {
  it("are listed in their order, each in a set that exists", () => {
    expect(TOOLS.map(({ name }) => name)).toEqual([
      "list_codebases",
      "manage_index",
      "search_codebase",
      "file_outline",
      "call_graph",
      "read_file",
      "set_scope",
      "list_paths",
      "search_text",
      "semantic_search",
      "change_impact",
      "unused_symbols",
      "type_hierarchy",
      "symbol_history",
      "compare_versions",
      "list_dir",
      "smart_search",
      "workspace_read",
      "workspace_search",
    ]);
    expect(TOOLS.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    expect(TOOLS.every(({ set }) => TOOL_SETS.includes(set))).toBe(true);
  });

  it.each(TOOLS)("$name says what it does, in words for one who has to choose", ({ title, description }) => {
    expect(title).toMatch(/^[A-Z][a-z ]+$/);
    expect(description).toMatch(SENTENCE);
    expect(description.length).toBeLessThan(500);
  });

  it("are read-only but for the one that manages indexes", () => {
    for (const { name, annotations } of TOOLS) {
      const changes = name === "manage_index";
      expect([name, annotations]).toEqual([
        name,
        { readOnlyHint: !changes, destructiveHint: changes, idempotentHint: !changes, openWorldHint: false },
      ]);
    }
  });

  it("are known by name, and nothing else is", () => {
    expect(TOOL_NAMES.every(isToolName)).toBe(true);
    expect(["", "grep", "toString", "constructor", "__proto__", "SEARCH_CODEBASE"].some(isToolName)).toBe(
      false,
    );
  });
});

describe("settings", () => {
  it.each(Object.entries<SettingContract>(SETTINGS))(
    "%s is named, explained, and has a fallback of its kind",
    (name, { kind, meaning, choices, fallback, minimum = 0 }) => {
      expect(name).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
      expect(meaning).toMatch(SENTENCE);
      expect(choices !== undefined).toBe(kind === "choice" || kind === "choice_list");
      if (fallback === undefined) return;
      if (kind === "choice") expect(choices).toContain(fallback);
      if (kind === "choice_list") expect(choicesIn(fallback, choices ?? [])).not.toBeNull();
      if (kind === "switch") expect(["0", "1"]).toContain(fallback);
      if (kind === "integer") expect(Number(fallback)).toBeGreaterThanOrEqual(minimum);
    },
  );

  it("that are lists of choices hold nothing else, and something", () => {
    expect(
      [" core , workspace,", "scope", ",", "", "core,all"].map((list) => choicesIn(list, TOOL_SETS)),
    ).toEqual([["core", "workspace"], ["scope"], null, null, null]);
  });

  it("hide what is secret, and leave prefixes free for tests", () => {
    expect(
      Object.entries<SettingContract>(SETTINGS)
        .filter(([name]) => /KEY|TOKEN/.test(name))
        .every(([, { isSecret }]) => isSecret === true),
    ).toBe(true);
    expect(
      FREE_PREFIXES.every(
        (prefix) =>
          prefix.startsWith("SATORI_") && !Object.keys(SETTINGS).some((name) => name.startsWith(prefix)),
      ),
    ).toBe(true);
  });
});
