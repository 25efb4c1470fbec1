/**
 * Everything that the user documents describe exists: commands, options, arguments, settings, codes.
 * e2e/published/docs.test.ts runs the commands.
 */
import {
  DOCTOR_CHECKS,
  ERRORS,
  FREE_PREFIXES,
  REASONS,
  SETTINGS,
  STATUSES,
  WARNINGS,
  isToolName,
  validateInput,
} from "@satori/contracts";
import { readConfig } from "../../../libs/engine/src/config.ts";
import { describe, expect, it } from "vitest";
import { splitFlags } from "../../../apps/cli/src/command.ts";
import { COMMANDS } from "../../../apps/cli/src/commands/index.ts";
import { readCommentOptions } from "../../../apps/cli/src/impact-comment/options.ts";
import { parseCommandLine } from "../../../apps/cli/src/program.ts";
import { CLIENTS, entryFor } from "../../../apps/cli/src/setup/clients/clients.ts";
import { parseFlags } from "../../../apps/mcp/src/flags.ts";
import { languageIdOf } from "../../../libs/sidecar/src/languages/detect-language.ts";
import { type Block, blocksIn, examplesIn, fits } from "./blocks.ts";
import { DOCUMENTS, textOf } from "./documents.ts";
import { commandsIn } from "./shell.ts";

/** Names in capitals that belong to other programs: variables, and index types of Milvus. */
const NAMES_OF_OTHERS = new Set(
  (
    "CLAUDE_CONFIG_DIR CLINE_DATA_DIR CLINE_DIR CLINE_MCP_SETTINGS_PATH CODEX_HOME COPILOT_HOME FORCE_COLOR " +
    "HNSW_SQ HTTPS_PROXY IVF_FLAT IVF_SQ8 " +
    "MILVUS_LITE_MEMTABLE_MEMORY_LIMIT_BYTES NODE_DISABLE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NO_COLOR " +
    "PI_CODING_AGENT_DIR SPARSE_INVERTED_INDEX XDG_DATA_HOME"
  ).split(" "),
);
/** What else an executed command may call: nothing that downloads, or leaves the folder. */
const HARMLESS = ["satori", "echo", "eval", "rm"];
/** Exit code of commands that are shown as wrong usage. */
const USAGE = 2;
const LANGUAGES = ["console", "gitignore", "ini", "json", "nginx", "sh", "text", "toml", "yaml"];
const SCRIPTS: object = (JSON.parse(textOf("package.json")) as { scripts: object }).scripts;

/** What is wrong with one of our commands, or null. Other programs' commands are not checked. */
function problemWith(words: readonly string[]): string | null {
  const [program = "", ...args] = words[0] === "npx" ? words.slice(1) : words;
  if (program === "satori") return problemWithCli(args);
  if (program === "satori-mcp") return problemWithServer(args);
  if (program === "npm" && args[0] === "run")
    return Object.hasOwn(SCRIPTS, args[1] ?? "") ? null : `no script ${args[1]}`;
  return null;
}

function problemWithCli(args: readonly string[]): string | null {
  // CI runs it; it is no command of the help.
  if (args[0] === "impact-comment") {
    const options = readCommentOptions(args.slice(1));
    return "problem" in options ? options.problem : null;
  }
  // COMMAND is a placeholder.
  if (args.join(" ") === "help COMMAND") return null;
  const parsed = parseCommandLine(args, COMMANDS, "");
  if (parsed.kind === "usage_error") return parsed.message;
  if (parsed.kind === "text") return null;
  const { spec, operands, options, globals } = parsed;
  const [operand] = operands;
  if (operand !== undefined && spec.operandChoices?.includes(operand) === false)
    return `${operand} is none of ${spec.operandChoices.join(", ")}`;
  for (const { choices, ...option } of spec.options ?? []) {
    const { long } = splitFlags(option);
    const value = options[long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    // Lists, and options given several times, are joined by commas.
    const wrong =
      value === undefined || choices === "refs"
        ? undefined
        : String(value)
            .split(",")
            .find((one) =>
              choices === "languages" ? languageIdOf(one) === null : choices?.includes(one) === false,
            );
    if (wrong !== undefined) return `${long} ${wrong} is none of its values`;
  }
  if (typeof globals.server === "string" && !globals.server.startsWith("http"))
    return (
      commandsIn(globals.server)
        .map(problemWith)
        .find((problem) => problem !== null) ?? null
    );
  if (typeof options["argsJson"] === "string" && operand !== undefined)
    return problemWithCall(operand, JSON.parse(options["argsJson"]));
  return null;
}

function problemWithServer(args: readonly string[]): string | null {
  const flags = parseFlags(args);
  return flags.kind === "misused" ? flags.problem : null;
}

function problemWithCall(tool: string, args: unknown): string | null {
  if (!isToolName(tool)) return `no tool ${tool}`;
  const checked = validateInput(tool, args);
  return checked.ok ? null : JSON.stringify(checked.problems);
}

/**
 * Checks a JSON example. Calls are `{ name, arguments }`; objects of settings have setting names as keys;
 * entries of clients are compared with those of `setup`.
 */
function problemWithJson(text: string): string | null {
  const value = JSON.parse(text) as Record<string, unknown>;
  if ("arguments" in value) return problemWithCall(String(value["name"]), value["arguments"]);
  const [name = ""] = Object.keys(value);
  if (!Object.hasOwn(SETTINGS, name))
    return "mcpServers servers mcp context_servers".split(" ").includes(name)
      ? null
      : `${name} is neither a call nor settings nor the entry of a client`;
  try {
    readConfig({
      environment: {},
      freshnessPolicy: "always",
      fileValues: Object.fromEntries(
        Object.entries(value).map(([key, setting]) => [
          key,
          typeof setting === "boolean" ? String(Number(setting)) : String(setting),
        ]),
      ),
    });
    return null;
  } catch (error) {
    return String(error);
  }
}

describe.each(DOCUMENTS)("%s", (document) => {
  const text = textOf(document);
  const blocks = blocksIn(text);
  const ofLanguage = (language: string): Block[] => blocks.filter((block) => block.language === language);

  it("says of each block what it is", () => {
    expect(blocks.filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
  });

  it("shows commands with options that there are", () => {
    const problems = blocks
      .flatMap(examplesIn)
      .filter(({ exitCode }) => exitCode !== USAGE)
      .flatMap(({ line, command }) =>
        commandsIn(command).map((words) => ({ line, words, problem: problemWith(words) })),
      );
    expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it("has no commands run that leave the sample", () => {
    const programs = blocks
      .filter(({ isRun }) => isRun)
      .flatMap(examplesIn)
      .flatMap(({ command }) => commandsIn(command).map(([program]) => program));
    expect(programs.filter((program) => !HARMLESS.includes(program ?? ""))).toEqual([]);
  });

  it("names commands and options in its sentences that there are", () => {
    const named = text.replaceAll(/```[^]*?```/g, "").matchAll(/`((?:satori|satori-mcp) [^`]+)`/g);
    // `satori setup CLIENT` and `satori …` stand for several commands, and `satori callers` for any operand.
    const isOpen = (problem: string | null): boolean =>
      problem === null || /^missing required argument|^[A-Z]+ is none of|^unknown command '…'/.test(problem);
    const problems = [...named].map(([, command = ""]) => [
      command,
      commandsIn(command)
        .map(problemWith)
        .find((problem) => !isOpen(problem)),
    ]);
    expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
  });

  it("shows calls with arguments that their tools take, and settings with values that they can have", () => {
    const problems = ofLanguage("json").map(({ line, text: json }) => ({
      line,
      problem: problemWithJson(json),
    }));
    expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it("names settings and codes that there are", () => {
    const names =
      text.replaceAll(/```console[^]*?```/g, "").match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [];
    const isKnown = (name: string): boolean =>
      [SETTINGS, WARNINGS, ERRORS].some((registry) => Object.hasOwn(registry, name)) ||
      NAMES_OF_OTHERS.has(name) ||
      FREE_PREFIXES.some((prefix) => name.startsWith(prefix));
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe("docs/troubleshooting.md", () => {
  const sections = textOf("docs/troubleshooting.md").split(/^## /m);
  const rowsOf = (title: string): string =>
    (sections.find((section) => section.startsWith(`${title}\n`)) ?? "")
      .split("\n")
      .map((line) => (line.startsWith("| ") ? line.split("|")[1] : ""))
      .join("");

  it.each([
    ["By status", STATUSES],
    ["By reason", REASONS],
    ["By warning", WARNINGS],
    ["By error", ERRORS],
  ])("%s: has a row for each that there is, and no other", (title, registry) => {
    const named = [...rowsOf(title).matchAll(/`(\w+)`/g)]
      .map(([, name]) => name)
      .filter((name) => name !== "status" && name !== "reason");
    expect(named.sort()).toEqual(Object.keys(registry).sort());
  });

  it("speaks of findings of satori doctor that there are", () => {
    const named = [...rowsOf("By finding of satori doctor").matchAll(/`([\w.]+)`/g)].map(
      ([, name]) => name ?? "",
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(DOCTOR_CHECKS, name))).toEqual([]);
  });
});

describe("docs/clients.md", () => {
  const sections = textOf("docs/clients.md").split(/^## /m);

  it.each(Object.values(CLIENTS))("shows the entry of $title as setup writes it", (client) => {
    const { title, format, table } = client;
    const [block] = blocksIn(sections.find((section) => section.startsWith(`${title}\n`)) ?? "");
    const server = entryFor(
      client,
      { kind: "command", command: "NODE", args: ["SERVER", "--answers", "text"], env: {} },
      { defersTools: false },
    );
    if (format === "json")
      expect(JSON.parse(block?.text ?? "")).toEqual(
        [...table, "satori"].reduceRight<unknown>((value, key) => ({ [key]: value }), server),
      );
    else
      expect(block?.text).toBe(
        [
          `[${[...table, "satori"].join(".")}]`,
          ...Object.entries(server).map(
            ([key, value]) => `${key} = ${JSON.stringify(value).replaceAll(",", ", ")}`,
          ),
        ].join("\n"),
      );
  });

  it.each(Object.values(CLIENTS))("says where $title is documented, and as of when", (client) => {
    const { page, asOf } = client.documentation;
    const rows = sections.find((section) => section.startsWith("Sources\n")) ?? "";
    const cells = rows
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .find(([, cell]) => cell === client.title);
    expect(cells?.slice(2, 4)).toEqual([expect.stringContaining(`](${page})`), asOf]);
  });

  it.each(Object.values(CLIENTS).filter(({ token }) => token !== null))(
    "says where $title takes a token from, and not what it is",
    ({ title, format }) => {
      const rows = sections.find((section) => section.startsWith("A server that asks for a token\n")) ?? "";
      const [, words = ""] =
        rows
          .split("\n")
          .map((line) => line.split("|").map((cell) => cell.trim()))
          .find(([, cell]) => cell === title)
          ?.slice(1) ?? [];
      const [entry = ""] = /(?<=`)[^`]+/.exec(words) ?? [];
      if (format === "json")
        expect(JSON.parse(`{${entry}}`)).toEqual({
          headers: {
            Authorization: expect.stringMatching(
              /^Bearer (\$?\{(env:|input:)?(SATORI_HTTP_TOKEN|satori-token)\}|TOKEN)$/,
            ),
          },
        });
      else expect(entry).toBe('bearer_token_env_var = "SATORI_HTTP_TOKEN"');
    },
  );

  it.each(Object.keys(CLIENTS))("and getting started have the command for %s", (client) => {
    for (const page of ["docs/clients.md", "docs/getting-started.md"])
      expect(textOf(page)).toContain(`\`satori setup ${client}`);
  });
});

it("help shows examples with options that there are", () => {
  const problems = COMMANDS.flatMap(({ examples }) => examples).flatMap((example) =>
    commandsIn(example).map((words) => [example, problemWith(words)]),
  );
  expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
});

it("docs/README.md lists every page", () => {
  const pages = DOCUMENTS.flatMap((document) =>
    /^docs\/(?!README)[^/]+$/.test(document) ? [document.slice("docs/".length)] : [],
  );
  const listed = [...textOf("docs/README.md").matchAll(/^\| \[[^\]]+\]\(([^)/]+\.md)\)/gm)].map(
    ([, page]) => page,
  );
  expect(listed.sort()).toEqual(pages);
});

it("docs/configuration.md says what each setting is for", () => {
  const page = `${textOf("docs/configuration.md")}${textOf("docs/services.md")}`;
  expect(Object.keys(SETTINGS).filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

describe("a mistake in a document is found:", () => {
  it.each([
    ["satori serch x", "unknown command 'serch' (Did you mean search?)"],
    ["satori search --limt 3 x | head -1", "unknown option '--limt' (Did you mean --limit?)"],
    ['eval "$(satori completion tcsh)"', expect.stringMatching(/^tcsh is none of /)],
    ["A=1 npx satori setup codex --scope world > out.txt", "--scope world is none of its values"],
    ["satori grep x -t go,klingon", "--lang klingon is none of its values"],
    [`satori list --server "satori-mcp --prot 3"`, expect.stringContaining("--prot")],
    [`satori tool call read_file --args-json '{"path":1}'`, expect.stringContaining("path")],
    ["npm ci && npm run bild", "no script bild"],
  ])("%s", (line, problem) => {
    expect(
      commandsIn(line)
        .map(problemWith)
        .filter((found) => found !== null),
    ).toEqual([problem]);
  });

  it("a call, settings", () => {
    expect(problemWithJson('{ "name": "manage_index", "arguments": { "action": "status" } }')).toContain(
      "path",
    );
    expect(problemWithJson('{ "SATORI_WATCH": "perhaps" }')).toContain("SATORI_WATCH");
    expect(problemWithJson('{ "SATORI_WATCH": true, "SATORI_STORES": "x" }')).toContain("SATORI_STORES");
  });
});

describe("a block", () => {
  it("has commands, how they end, and what comes out of them", () => {
    const [first, second, third] = blocksIn(
      "Text\n\n```sh\na  # b\n# c\nd    # exit code 2\n```\n1. Item\n\n   ```console no-run\n   $ e\n  " +
        " f\n   ```\n\n```\ng\n```\n",
    );
    expect([first, second, third].map((block) => block && [block.language, block.isRun])).toEqual([
      ["sh", true],
      ["console", false],
      ["", true],
    ]);
    expect(examplesIn(first as Block)).toEqual([
      { line: 4, command: "a  # b", exitCode: 0, output: null },
      { line: 6, command: "d    # exit code 2", exitCode: 2, output: null },
    ]);
    expect(examplesIn(second as Block)).toEqual([{ line: 11, command: "e", exitCode: 0, output: ["f"] }]);
    expect(examplesIn(third as Block)).toEqual([]);
  });

  it.each([
    ["a\nb\n", ["a", "b"], true],
    ["a\nb\n", ["a"], false],
    ["a\nb\n", ["a", "…"], true],
    ["a\n", ["a", "…"], true],
    ["a (1.2 s)\n", ["a (… s)"], true],
    ["a.b\n", ["aXb"], false],
    ["aXb\n", ["a.b"], false],
    ["", [], true],
    ["a", [], false],
    ["a\nb\nc\n", ["…", "c"], true],
  ])("shows of %j %j: %s", (output, shown, expected) => {
    expect(fits(output, shown)).toBe(expected);
  });
});
