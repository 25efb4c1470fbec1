import { expect, it } from "vitest";
import type { SettingFact, SettingFacts } from "../facts.ts";
import { judgeSettings } from "./settings.ts";

const file = { path: "/home/satori.config.json", isThere: true, problem: null };
const setting = (facts: Partial<SettingFact>): SettingFact => ({
  name: "SATORI_EMBEDDER",
  source: "environment",
  value: "ollama",
  problem: null,
  isUsed: true,
  missing: [],
  ...facts,
});
const judge = (facts: Partial<SettingFacts>) => judgeSettings({ file, settings: [], unknown: [], ...facts });

it("what is set is told with its value and its place", () => {
  expect(
    judge({
      settings: [setting({}), setting({ name: "OPENAI_API_KEY", value: "[secret]", source: "file" })],
    }),
  ).toMatchObject([
    { id: "config.file", level: "ok", found: file.path },
    { subject: "SATORI_EMBEDDER", level: "ok", found: "ollama (the environment)" },
    { subject: "OPENAI_API_KEY", level: "ok", found: "[secret] (satori.config.json)" },
  ]);
  expect(judge({ file: { ...file, isThere: false } })).toMatchObject([
    { found: "none, a file is optional" },
    { found: "no settings: defaults apply" },
  ]);
});

it("a value that cannot be used is an error, but a warning where its service is not chosen", () => {
  expect(judge({ settings: [setting({ problem: "it is wrong" })] })[1]).toMatchObject({
    level: "error",
    found: "it is wrong (the environment)",
    fix: "correct SATORI_EMBEDDER in the environment",
  });
  expect(
    judge({ settings: [setting({ name: "OPENAI_API_KEY", problem: "it is wrong", isUsed: false })] })[1],
  ).toMatchObject({ level: "warning" });
});

it("a folder that is named and not there is a warning", () => {
  expect(judge({ settings: [setting({ name: "DOCS_ROOT", missing: ["/docs"] })] })[1]).toMatchObject({
    level: "warning",
    found: "contains /docs, which does not exist (the environment)",
  });
});

it("an unknown name is an error, with the name that may be meant", () => {
  const unknown = [
    {
      name: "SATORI_EMBEDER",
      source: "environment",
      problem: "is not a setting",
      nearest: "SATORI_EMBEDDER",
    },
    { name: "x", source: "file", problem: "is not a setting", nearest: null },
  ] as const;
  expect(judge({ unknown }).slice(1)).toMatchObject([
    {
      id: "config.unknown",
      subject: "SATORI_EMBEDER",
      level: "error",
      fix: expect.stringContaining("SATORI_EMBEDDER"),
    },
    { id: "config.unknown", subject: "x", level: "error", fix: "remove it from satori.config.json" },
  ]);
});

it("a file that cannot be read is an error", () => {
  expect(judge({ file: { ...file, problem: "it is no JSON" } })[0]).toMatchObject({
    id: "config.file",
    level: "error",
    found: "it is no JSON",
  });
});
