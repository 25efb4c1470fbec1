import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { surveySettings } from "./settings.ts";

function survey(environment: Readonly<Record<string, string>>, file?: string) {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  if (file !== undefined) writeFileSync(join(folder.path, "satori.config.json"), file);
  return surveySettings({ SATORI_HOME: folder.path, ...environment });
}

it("settings are told with the place that counts, and secrets with a mark", () => {
  const { facts } = survey(
    { SATORI_LOG_LEVEL: "info", OPENAI_API_KEY: "sk-12345678" },
    JSON.stringify({ SATORI_LOG_LEVEL: "debug", SATORI_WATCH: false, MILVUS_TOKEN: "tok-12345678" }),
  );
  expect(
    facts.settings
      .filter(({ name }) => name !== "SATORI_HOME")
      .map(({ name, source, value }) => [name, source, value]),
  ).toEqual([
    ["SATORI_WATCH", "file", "0"],
    ["SATORI_LOG_LEVEL", "environment", "info"],
    ["OPENAI_API_KEY", "environment", "[secret]"],
    ["MILVUS_TOKEN", "file", "[secret]"],
  ]);
  expect(JSON.stringify(facts)).not.toContain("12345678");
});

it("what cannot be used is told, and left out of the configuration", () => {
  const { facts, config } = survey(
    { SATORI_EMBEDDER: "magic", SATORI_EMBEDER: "none", SATORI_MAX_FILE_BYTES: "2048" },
    JSON.stringify({ SATORI_STORR: "milvus", SATORI_STORE: "milvus" }),
  );
  expect(facts.unknown).toEqual([
    {
      name: "SATORI_EMBEDER",
      source: "environment",
      problem: "is not a setting",
      nearest: "SATORI_EMBEDDER",
    },
    { name: "SATORI_STORR", source: "file", problem: "is not a setting", nearest: "SATORI_STORE" },
  ]);
  expect(facts.settings.find(({ name }) => name === "SATORI_EMBEDDER")).toMatchObject({
    problem: expect.stringContaining("magic"),
    isUsed: true,
  });
  expect(config).toMatchObject({ embedder: "static", store: "milvus", maxFileBytes: 2_048 });
});

it("a home that the file names is told as what does not count, and the one of the environment stays", () => {
  const { facts, config } = survey(
    {},
    JSON.stringify({ SATORI_HOME: "/elsewhere", SATORI_EMBEDDER: "none" }),
  );
  expect(facts.unknown).toEqual([
    {
      name: "SATORI_HOME",
      source: "file",
      problem: expect.stringContaining("can only be set in the environment"),
      nearest: null,
    },
  ]);
  expect(facts.settings.find(({ name }) => name === "SATORI_HOME")).toMatchObject({
    source: "environment",
    value: config.home,
  });
  expect(config).toMatchObject({ home: expect.not.stringContaining("elsewhere"), embedder: "none" });
});

it("a file that is no JSON leaves the environment", () => {
  const { facts, config } = survey({ SATORI_EMBEDDER: "none" }, "{");
  expect([facts.file.problem, config.embedder]).toEqual([
    expect.stringContaining("is not valid JSON"),
    "none",
  ]);
});

it(
  "a refused address is not shown, since it may hold a password; that of a service that is not chosen " +
    "disturbs nobody",
  () => {
    const { facts } = survey({
      SATORI_RERANKER: "jina",
      SATORI_RERANKER_URL: "https://me:secret-word@host",
      OPENAI_BASE_URL: "nothing",
      OLLAMA_HOST: "host:1",
    });
    const of = (name: string) => facts.settings.find((setting) => setting.name === name);
    expect(of("SATORI_RERANKER_URL")).toMatchObject({
      value: "[secret]",
      problem: expect.any(String),
      isUsed: true,
    });
    expect([of("OPENAI_BASE_URL")?.isUsed, of("OLLAMA_HOST")?.problem]).toEqual([false, null]);
    expect(JSON.stringify(facts)).not.toContain("secret-word");
  },
);

it("folders that settings name and that are not there are listed", () => {
  const { facts } = survey({ DOCS_ROOT: "/nowhere/docs", SATORI_ALLOWED_ROOTS: process.cwd() });
  expect(facts.settings.map(({ name, missing }) => [name, missing])).toEqual([
    ["SATORI_HOME", []],
    ["SATORI_ALLOWED_ROOTS", []],
    ["DOCS_ROOT", ["/nowhere/docs"]],
  ]);
});
