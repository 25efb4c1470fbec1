import { SEARCH_SCOPES, TOOL_NAMES, TOOL_SETS } from "@satori/contracts";
import { expect, test } from "vitest";
import { COMMANDS } from "../commands/index.ts";
import { splitUsage } from "../program.ts";
import { completedCommands, namesOf } from "./model.ts";

const commands = completedCommands(COMMANDS, ["go", "typescript"]);
const at = (path: string) => commands.find((command) => command.path === path);
const value = (path: string, name: string) => at(path)?.options.find((option) => option.name === name)?.value;

test("every command of the table is completed, and so are the groups above them", () => {
  const paths = commands.map(({ path }) => path);
  for (const { usage } of COMMANDS) expect(paths).toContain(splitUsage(usage).words.join(" "));
  expect(at("")?.next.map(({ word }) => word)).toEqual(
    expect.arrayContaining(["search", "tool", "tools", "help", "completion"]),
  );
  expect(at("tool")?.next).toMatchObject([{ word: "call" }]);
});

test("values that are a closed set are offered, and files where files are meant", () => {
  expect(value("search", "--scope")).toEqual(SEARCH_SCOPES);
  for (const command of ["grep", "paths"]) expect(value(command, "--lang")).toEqual(["go", "typescript"]);
  for (const command of ["serve", "setup"]) expect(value(command, "--tools")).toEqual(TOOL_SETS);
  expect(at("tool call")?.operands).toEqual(TOOL_NAMES);
  expect(at("setup")?.operands).toContain("codex");
  expect([
    value("search", "--path"),
    value("tool call", "--args-file"),
    value("search", "--json"),
    value("search", "--limit"),
  ]).toEqual(["files", "files", null, "unknown"]);
  expect([
    at("read")?.operands,
    at("index")?.operands,
    at("grep")?.operands,
    at("search")?.operands,
    at("callers")?.operands,
    at("console")?.operands,
  ]).toEqual(["files", "files", "files", "unknown", "files", "files"]);
});

test("an option takes a value in all commands that have it, or in none: the scripts rely on it", () => {
  const kinds = new Map<string, boolean>();
  for (const { value: taken, ...option } of commands.flatMap(({ options }) => options)) {
    for (const name of namesOf(option)) {
      expect(kinds.get(name) ?? taken !== null, name).toBe(taken !== null);
      kinds.set(name, taken !== null);
    }
  }
});

test("short forms stand beside the long ones; what asks for what is done anyway is not offered", () => {
  expect(at("grep")?.options.find(({ short }) => short === "-l")).toMatchObject({
    name: "--files-with-matches",
    value: null,
  });
  expect(at("grep")?.options.map(({ name }) => name)).not.toContain("--line-number");
  expect(
    commands.flatMap(({ options }) => options).filter(({ name }) => !/^--[a-z][a-z-]+$/.test(name)),
  ).toEqual([]);
});
