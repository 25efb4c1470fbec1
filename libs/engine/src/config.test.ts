import { inspect } from "node:util";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ConfigSources, type EngineConfig, readConfig } from "./config.ts";
import { temporaryFolder } from "./testing/trees/tree.ts";

/** A home folder with a configuration file: an object, or verbatim text. */
function newHome(file?: object | string): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  if (file !== undefined)
    writeFileSync(
      join(folder.path, "satori.config.json"),
      typeof file === "string" ? file : JSON.stringify(file),
    );
  return folder.path;
}

function read({
  file,
  ...sources
}: Partial<ConfigSources> & { readonly file?: object | string } = {}): EngineConfig {
  return readConfig({
    freshnessPolicy: "by_age",
    ...sources,
    environment: { SATORI_HOME: newHome(file), ...sources.environment },
  });
}

const invalid = (...words: string[]): object =>
  expect.objectContaining({
    code: "CONFIG_INVALID",
    message: expect.stringMatching(new RegExp(words.join(".*"), "s")),
  });

describe("settings", () => {
  it("have defaults", () => {
    expect(read()).toMatchObject({
      embedder: "static",
      store: "sqlite",
      cacheBytes: 1_073_741_824,
      maxFileBytes: 1_048_576,
      freshnessMs: 180_000,
      freshnessPolicy: "by_age",
      readFileMaxLines: 1_000,
      maxCandidates: 300,
      validateOutput: false,
      logLevel: "warn",
      logFormat: "json",
      toolSets: ["core"],
      answers: "both",
      models: {
        openai: "text-embedding-3-small",
        voyage: "voyage-code-3",
        gemini: "gemini-embedding-001",
        ollama: "nomic-embed-text",
      },
    });
  });

  it("say what a server may serve, and to whom", () => {
    const roots = ["/src/a", "", "b"].join(delimiter);
    const { allowedRoots, http } = read({
      environment: {
        SATORI_ALLOWED_ROOTS: roots,
        SATORI_HTTP_TOKEN: " t0ken-of-the-server ",
        SATORI_ALLOWED_HOSTS: "Code.example, ,10.0.0.7",
        SATORI_ALLOWED_ORIGINS: "https://Tools.example",
      },
    });
    expect(allowedRoots).toEqual([resolve("/src/a"), resolve("b")]);
    expect(http).toEqual({
      token: expect.anything(),
      hosts: ["code.example", "10.0.0.7"],
      origins: ["https://tools.example"],
    });
    expect([http.token?.reveal(), inspect(http), JSON.stringify(http)]).toEqual([
      "t0ken-of-the-server",
      expect.not.stringContaining("t0ken"),
      expect.not.stringContaining("t0ken"),
    ]);
    expect(read()).toMatchObject({ allowedRoots: [], http: { token: null, hosts: [], origins: [] } });
  });

  it("name a model for each embedder that has one to choose", () => {
    const environment = { OPENAI_MODEL: "a", VOYAGE_MODEL: "b", GEMINI_MODEL: "c", OLLAMA_MODEL: "d" };
    expect(read({ environment }).models).toEqual({ openai: "a", voyage: "b", gemini: "c", ollama: "d" });
  });

  it("of the embedder in use say where it is and who asks, and show no key", () => {
    const config = read({
      environment: {
        SATORI_EMBEDDER: "openai",
        OPENAI_API_KEY: " sk-1234567 ",
        OPENAI_BASE_URL: "http://localhost:8000/v1/",
        SATORI_EMBEDDER_PRICE: "0.18",
      },
    });
    expect([config.keys.openai?.reveal(), config.urls.openai, config.embedderPrice]).toEqual([
      "sk-1234567",
      "http://localhost:8000/v1",
      0.18,
    ]);
    expect([inspect(config, { depth: 5, showHidden: true }), JSON.stringify(config)].join()).not.toContain(
      "sk-1234567",
    );
  });

  it.each([
    ["", "http://127.0.0.1:11434"],
    [":11500", "http://127.0.0.1:11500"],
    ["0.0.0.0", "http://127.0.0.1:11434"],
    ["0.0.0.0:80", "http://127.0.0.1"],
    ["gpu.lan", "http://gpu.lan:11434"],
    ["https://gpu.lan/ollama/", "https://gpu.lan/ollama"],
  ])("say where Ollama is as Ollama takes it: %s", (host, url) => {
    expect(read({ environment: { SATORI_EMBEDDER: "ollama", OLLAMA_HOST: host } }).urls.ollama).toBe(url);
  });

  it("of services that are not in use belong to other programs, whatever they say", () => {
    const environment = {
      OPENAI_BASE_URL: "not an address",
      OPENAI_API_KEY: "two words",
      OLLAMA_HOST: "http://",
      GEMINI_API_KEY: "abc",
    };
    expect(read({ environment })).toMatchObject({
      keys: { openai: null, voyage: null, gemini: null },
      urls: { openai: "https://api.openai.com/v1", ollama: "http://127.0.0.1:11434" },
    });
  });

  it("of the reranker in use say who asks, with which model and where, and show no key", () => {
    const config = read({
      environment: {
        SATORI_RERANKER: "cohere",
        COHERE_API_KEY: "co-1234567",
        JINA_API_KEY: "ji-1234567",
        SATORI_RERANKER_MODEL: " own ",
        SATORI_RERANKER_URL: "http://localhost:4000/v1/",
      },
    });
    expect(config.reranker).toEqual({ name: "cohere", model: "own", url: "http://localhost:4000/v1" });
    expect([config.keys.cohere?.reveal(), config.keys.jina]).toEqual(["co-1234567", null]);
    expect([inspect(config, { depth: 5, showHidden: true }), JSON.stringify(config)].join()).not.toContain(
      "co-1234567",
    );
    expect(read({ environment: { SATORI_RERANKER: "jina" } }).reranker).toEqual({
      name: "jina",
      model: null,
      url: null,
    });
    expect(read().reranker).toBeNull();
  });

  it("give Voyage its key for either use", () => {
    const environment = { VOYAGE_API_KEY: "pa-1234567" };
    const keyWith = (own: Readonly<Record<string, string>>): string | undefined =>
      read({ environment: { ...environment, ...own } }).keys.voyage?.reveal();
    expect([
      keyWith({}),
      keyWith({ SATORI_RERANKER: "voyage" }),
      keyWith({ SATORI_EMBEDDER: "voyage" }),
    ]).toEqual([undefined, "pa-1234567", "pa-1234567"]);
  });

  it(
    "are taken from flags before the environment, from there before the file, and from that before the " +
      "defaults",
    () => {
      const file = { SATORI_LOG_LEVEL: "debug", SATORI_LOG_FORMAT: "text", READ_FILE_MAX_LINES: 7 };
      const environment = { SATORI_LOG_LEVEL: "error", SATORI_LOG_FORMAT: "json" };
      expect(read({ file, environment, flags: { SATORI_LOG_LEVEL: "silent" } })).toMatchObject({
        logLevel: "silent",
        logFormat: "json",
        readFileMaxLines: 7,
        maxCandidates: 300,
      });
    },
  );

  it("that are switches take words in either case", () => {
    for (const word of ["0", "false", "off", "no", "No"])
      expect(read({ environment: { SATORI_WATCH: word } }).watch, word).toBe(false);
    for (const word of ["1", "true", "on", "yes", "TRUE"])
      expect(read({ environment: { SATORI_VALIDATE_OUTPUT: word } }).validateOutput, word).toBe(true);
  });

  it("that are empty in the environment are not set", () => {
    expect(
      read({ file: { SATORI_STORE: "milvus" }, environment: { SATORI_STORE: "", SATORI_EMBEDDER: "" } }),
    ).toMatchObject({ store: "milvus", embedder: "static" });
  });

  it.each([
    [
      { SATORI_VALIDATE_OUTPUT: true, SATORI_FRESHNESS_MS: 0 },
      { validateOutput: true, freshnessMs: 0 },
    ],
    [
      { SATORI_VALIDATE_OUTPUT: false, SATORI_FRESHNESS_MS: "12" },
      { validateOutput: false, freshnessMs: 12 },
    ],
    [{}, { validateOutput: false }],
  ])("are read from the file %o", (file, expected) => {
    expect(read({ file })).toMatchObject(expected);
  });

  it("are frozen", () => {
    expect(Object.isFrozen(read())).toBe(true);
  });

  it("of tests and benchmarks, and of others, are nobody's business here", () => {
    const environment = { SATORI_HOME: newHome() };
    expect(
      read({
        environment: {
          ...environment,
          SATORI_TEST_X: "1",
          SATORI_BENCH_X: "1",
          OTHER_THING: "1",
          PATH: undefined,
        },
      }),
    ).toEqual(read({ environment }));
  });
});

describe("first reads", () => {
  const firstReads = (
    freshnessPolicy: EngineConfig["freshnessPolicy"],
    environment: Readonly<Record<string, string>>,
  ): string => read({ freshnessPolicy, environment }).firstReads;
  const service = { SATORI_EMBEDDER: "ollama" };

  it("are those of the finished index, but for commands whose vectors a service computes", () => {
    expect(firstReads("by_age", {})).toBe("gated");
    expect(firstReads("by_age", service)).toBe("gated");
    expect(firstReads("always", {})).toBe("gated");
    expect(firstReads("always", { SATORI_EMBEDDER: "none" })).toBe("gated");
    expect(firstReads("always", service)).toBe("staged");
  });

  it("are as the setting says", () => {
    for (const policy of ["by_age", "always"] as const) {
      expect(firstReads(policy, { ...service, SATORI_FIRST_READS: "gated" })).toBe("gated");
      expect(firstReads(policy, { SATORI_FIRST_READS: "staged" })).toBe("staged");
    }
    expect(() => firstReads("always", { SATORI_FIRST_READS: "early" })).toThrow(
      invalid("SATORI_FIRST_READS", "early", "gated", "staged"),
    );
  });
});

describe("the home folder", () => {
  it("is made absolute, and a flag outweighs the environment", () => {
    expect(readConfig({ environment: { SATORI_HOME: "some/where" }, freshnessPolicy: "always" }).home).toBe(
      join(process.cwd(), "some/where"),
    );
    const home = newHome();
    expect(
      readConfig({
        flags: { SATORI_HOME: home },
        environment: { SATORI_HOME: "/elsewhere" },
        freshnessPolicy: "always",
      }).home,
    ).toBe(home);
  });

  it("may be named from the user's home, as other folders may, though no shell has read the name", () => {
    const { home, allowedRoots, workspaceRoots } = readConfig({
      environment: {
        SATORI_HOME: "~/no indexes",
        SATORI_ALLOWED_ROOTS: ["~/a", "~", "/~/b"].join(delimiter),
        DOCS_ROOT: "~/docs",
      },
      freshnessPolicy: "always",
    });
    expect({ home, allowedRoots, docs: workspaceRoots.docs }).toEqual({
      home: join(homedir(), "no indexes"),
      allowedRoots: [join(homedir(), "a"), homedir(), resolve("/~/b")],
      docs: join(homedir(), "docs"),
    });
  });

  it("is the platform's where none is named", () => {
    expect(
      readConfig({
        environment: { SATORI_HOME: "", XDG_DATA_HOME: newHome(), LOCALAPPDATA: newHome() },
        freshnessPolicy: "always",
      }).home,
    ).toMatch(/satori$/);
  });

  it("need not be there, nor be a folder", () => {
    const home = newHome();
    writeFileSync(join(home, "file"), "");
    for (const path of ["missing", "file"])
      expect(
        readConfig({ environment: { SATORI_HOME: join(home, path) }, freshnessPolicy: "always" }).embedder,
      ).toBe("static");
  });
});

describe("what is not a setting, or no value of one, is an error that names it", () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["an unknown name", { SATORI_EMBEDER: "static" }, ["SATORI_EMBEDER", "environment", "SATORI_EMBEDDER"]],
    [
      "a choice that there is not",
      { SATORI_EMBEDDER: "magic" },
      ["SATORI_EMBEDDER", "magic", "static, openai"],
    ],
    ["a choice in other letters", { SATORI_LOG_LEVEL: "WARN" }, ["SATORI_LOG_LEVEL", "WARN"]],
    ["a number that is none", { SATORI_MAX_FILE_BYTES: "1M" }, ["SATORI_MAX_FILE_BYTES", "1M", "1024"]],
    [
      "a number that is too small",
      { SATORI_MAX_FILE_BYTES: "1023" },
      ["SATORI_MAX_FILE_BYTES", "1023", "1024"],
    ],
    ["a number below zero", { SATORI_FRESHNESS_MS: "-1" }, ["SATORI_FRESHNESS_MS", "-1"]],
    ["a fraction", { READ_FILE_MAX_LINES: "1.5" }, ["READ_FILE_MAX_LINES", "1.5"]],
    ["a price in words", { SATORI_EMBEDDER_PRICE: "cheap" }, ["SATORI_EMBEDDER_PRICE", "cheap", "0.18"]],
    [
      "an address that is none",
      { SATORI_EMBEDDER: "openai", OPENAI_BASE_URL: "ftp://host" },
      ["OPENAI_BASE_URL", "https://host/v1"],
    ],
    [
      "an address with a query",
      { SATORI_EMBEDDER: "openai", OPENAI_BASE_URL: "https://host/v1?version=2" },
      ["OPENAI_BASE_URL", "query"],
    ],
    [
      "an address that is no host",
      { SATORI_EMBEDDER: "ollama", OLLAMA_HOST: "no host" },
      ["OLLAMA_HOST", "host:port"],
    ],
    [
      "a reranker that there is not",
      { SATORI_RERANKER: "magic" },
      ["SATORI_RERANKER", "magic", "none, voyage"],
    ],
    [
      "a reranker's address that is none",
      { SATORI_RERANKER: "jina", SATORI_RERANKER_URL: "localhost:4000" },
      ["SATORI_RERANKER_URL", "https://host/v1"],
    ],
    [
      "a reranker's key with a blank",
      { SATORI_RERANKER: "cohere", COHERE_API_KEY: "two words" },
      ["COHERE_API_KEY", "character"],
    ],
    [
      "a switch that says neither",
      { SATORI_VALIDATE_OUTPUT: "perhaps" },
      ["SATORI_VALIDATE_OUTPUT", "perhaps", "0 or 1"],
    ],
    [
      "an address without host and port",
      { SATORI_STORE: "milvus", MILVUS_ADDRESS: ":" },
      ["MILVUS_ADDRESS", "host:port"],
    ],
  ])("in the environment: %s", (_, environment, words) => {
    expect(() => read({ environment })).toThrow(invalid(...words));
  });

  it.each([
    { SATORI_EMBEDDER: "openai", OPENAI_API_KEY: "sk-first\nsk-second" },
    { SATORI_EMBEDDER: "voyage", VOYAGE_API_KEY: "sk-first sk-second" },
    { SATORI_EMBEDDER: "openai", OPENAI_BASE_URL: "https://user:sk-second@host/v1" },
    { SATORI_EMBEDDER: "ollama", OLLAMA_HOST: "user:sk-second@host" },
  ])("without the secret that is wrong: %o", (environment) => {
    const names = Object.keys(environment).filter((name) => name !== "SATORI_EMBEDDER");
    let message = "";
    try {
      read({ environment });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(names[0]);
    expect(message).not.toMatch(/sk-/);
  });

  it.each<[string, object | string, readonly string[]]>([
    ["an unknown name", { SATORI_EMBEDER: "static" }, ["SATORI_EMBEDER", "satori.config.json"]],
    ["a name that every object has", { toString: "x" }, ["toString", "satori.config.json"]],
    [
      "the home, in which it lies",
      { SATORI_HOME: "/elsewhere" },
      ["SATORI_HOME", "satori.config.json", "in the environment"],
    ],
    ["a value of another type", { SATORI_EMBEDDER: ["static"], SATORI_LOG_LEVEL: {} }, ["SATORI_LOG_LEVEL"]],
    ["nothing as a value", { SATORI_EMBEDDER: null }, ["SATORI_EMBEDDER", "null"]],
    ["no JSON", "{ SATORI_EMBEDDER: static }", ["satori.config.json", "JSON from line 1"]],
    [
      "no JSON, with a key in what is quoted",
      '{\n  "SATORI_EMBEDDER": "static",\n  "OPENAI_API_KEY": sk-1\n}',
      ["JSON"],
    ],
    ["half of it", '{\n  "SATORI_EMBEDDER": "static",\n', ["JSON from line 3"]],
    ["a list", "[]", ["object"]],
    ["null", "null", ["object"]],
    ["nothing at all", "", ["JSON"]],
  ])("in the file: %s", (_, file, words) => {
    expect(() => read({ file })).toThrow(invalid(...words));
  });

  it("in a flag", () => {
    expect(() => read({ flags: { SATORI_LOG_FORMAT: "xml" } })).toThrow(
      invalid("SATORI_LOG_FORMAT", "xml", "json, text"),
    );
  });

  it("but a file behind a byte order mark is read as it stands", () => {
    expect(read({ file: '\ufeff{ "SATORI_LOG_FORMAT": "text" }' }).logFormat).toBe("text");
  });

  it("and so is a file that cannot be read", () => {
    const home = newHome();
    mkdirSync(join(home, "satori.config.json"));
    expect(() => readConfig({ environment: { SATORI_HOME: home }, freshnessPolicy: "always" })).toThrow(
      invalid("satori.config.json", "cannot be read"),
    );
  });
});
