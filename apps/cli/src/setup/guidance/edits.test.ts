import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyPlan } from "../files/apply-plan.ts";
import { type Machine, SCOPES, type Scope } from "../clients/client.ts";
import { CLIENT_IDS, type ClientId } from "../clients/clients.ts";
import { planOf } from "../files/plan.ts";
import { type GuidanceRequest, additions, partsOf, removals } from "./edits.ts";
import type { Part } from "./guidance.ts";
import { EXPLORER, INSTRUCTIONS, MARKED_SKILL } from "./texts.ts";

let root: string;
let machine: Machine;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "satori-guidance-"));
  machine = {
    platform: process.platform,
    home: join(root, "home"),
    environment: {},
    project: join(root, "shop"),
  };
  mkdirSync(machine.home);
  mkdirSync(machine.project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path: string): string => readFileSync(join(root, path), "utf8");
/** Every file below the root, with its text. */
const snapshot = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
  );

interface Choice {
  readonly scope?: Scope;
  readonly parts?: readonly Part[];
}
const requestOf = (
  id: ClientId,
  { scope = "project", parts = partsOf(id, scope) }: Choice,
): GuidanceRequest => ({
  id,
  scope,
  machine,
  server: "satori",
  parts,
  script: "/opt/satori.js",
});
const add = (id: ClientId, choice: Choice = {}): number =>
  applyPlan(planOf(additions(requestOf(id, choice))), root, 0).length;
const remove = (id: ClientId, choice: Choice = {}): number =>
  applyPlan(planOf(removals(requestOf(id, choice))), root, 0).length;

describe.each(SCOPES)("in the scope %s", (scope) => {
  test.each(CLIENT_IDS)("%s: all parts are added once, and removing them restores every file", (id) => {
    expect(add(id, { scope })).toBe(partsOf(id, scope).length - 1);
    const written = snapshot();
    expect(add(id, { scope })).toBe(0);
    expect(snapshot()).toEqual(written);
    expect(remove(id, { scope })).toBe(partsOf(id, scope).length - 1);
    expect(snapshot()).toEqual({});
    expect(remove(id, { scope })).toBe(0);
  });
});

test("the files of every client are those of the golden file", async () => {
  // Without any of these folders, and the same on every system.
  machine = { platform: "linux", home: "/none/home", environment: {}, project: "/none/shop" };
  const sections = CLIENT_IDS.flatMap((id) =>
    SCOPES.flatMap((scope) =>
      planOf(additions(requestOf(id, { scope }))).map(
        ({ file, after }) => `=== ${id}, ${scope}: ${file}\n${abbreviated(after ?? "")}`,
      ),
    ),
  );
  await expect(sections.join("\n")).toMatchFileSnapshot("../goldens/guidance.txt");
});

/** The text with the names of its long passages, and without paths of this machine. */
function abbreviated(text: string): string {
  const skillText = MARKED_SKILL.slice(MARKED_SKILL.indexOf("\n# "));
  return text
    .replace(INSTRUCTIONS, "(instructions)\n")
    .replace(EXPLORER, "(explorer)\n")
    .replace(skillText, "\n(skill)\n")
    .replaceAll(JSON.stringify(process.execPath).slice(1, -1), "/usr/bin/node");
}

test("files of others around it stay byte for byte", () => {
  write("shop/CLAUDE.md", "# Mine\r\n\r\nRules");
  write("shop/.claude/settings.local.json", '{ "permissions": { "allow": ["Bash(ls)"] } }');
  write("shop/.claude/agents/mine.md", "mine");
  const before = snapshot();
  add("claude-code");
  expect(read("shop/CLAUDE.md")).toContain("Rules\r\n<!-- satori:begin claude-code -->\r\n");
  remove("claude-code");
  // Settings are edited, so their earlier text is kept twice: as a backup of each change.
  const after = Object.entries(snapshot()).filter(([path]) => !path.includes(".backup-"));
  expect(Object.fromEntries(after)).toEqual(before);
});

describe("instructions", () => {
  test("are written once where CLAUDE.md is a link to AGENTS.md, which stays a link", () => {
    write("shop/AGENTS.md", "# Mine\n");
    symlinkSync("AGENTS.md", join(machine.project, "CLAUDE.md"));
    add("claude-code", { parts: ["instructions"] });
    add("codex", { parts: ["instructions"] });
    expect(read("shop/AGENTS.md").match(/satori:begin.*/g)).toEqual(["satori:begin claude-code codex -->"]);
    expect(lstatSync(join(machine.project, "CLAUDE.md")).isSymbolicLink()).toBe(true);
    remove("codex", { parts: ["instructions"] });
    remove("claude-code", { parts: ["instructions"] });
    expect(read("shop/AGENTS.md")).toBe("# Mine\n");
    expect(lstatSync(join(machine.project, "CLAUDE.md")).isSymbolicLink()).toBe(true);
  });

  test("go into the file that CLAUDE.md imports, and are removed from there", () => {
    write("shop/AGENTS.md", "# Mine\n");
    write("shop/CLAUDE.md", "@AGENTS.md\n\n# More\n");
    add("claude-code", { parts: ["instructions"] });
    expect(read("shop/AGENTS.md")).toContain("satori:begin claude-code");
    expect(read("shop/CLAUDE.md")).toBe("@AGENTS.md\n\n# More\n");
    remove("claude-code", { parts: ["instructions"] });
    expect([read("shop/AGENTS.md"), read("shop/CLAUDE.md")]).toEqual(["# Mine\n", "@AGENTS.md\n\n# More\n"]);
  });

  test("go into the file that opencode reads: beside AGENTS.md, it would no longer read CLAUDE.md", () => {
    write("shop/CLAUDE.md", "# Mine\n");
    add("opencode", { parts: ["instructions"] });
    expect(read("shop/CLAUDE.md")).toContain("satori:begin opencode");
    expect(existsSync(join(machine.project, "AGENTS.md"))).toBe(false);
  });

  test("go into the first file that the client reads, and past a folder of that name", () => {
    mkdirSync(join(machine.project, ".clinerules"));
    write("shop/CLAUDE.md", "# Mine\n");
    add("zed", { parts: ["instructions"] });
    expect(read("shop/CLAUDE.md")).toContain("satori:begin zed");
    write("shop/.rules", "# First\n");
    expect(remove("zed", { parts: ["instructions"] })).toBe(1);
    expect(read("shop/CLAUDE.md")).toBe("# Mine\n");
    add("zed", { parts: ["instructions"] });
    expect([read("shop/.rules"), read("shop/CLAUDE.md")]).toEqual([
      expect.stringContaining("satori:begin zed"),
      "# Mine\n",
    ]);
  });

  test("of Junie go into its own file if the project has one: it reads no other then", () => {
    write("shop/AGENTS.md", "# Of all\n");
    write("shop/.junie/AGENTS.md", "# Of Junie\n");
    add("junie", { parts: ["instructions"] });
    expect(read("shop/.junie/AGENTS.md")).toContain("satori:begin junie");
    expect(read("shop/AGENTS.md")).toBe("# Of all\n");
    remove("junie", { parts: ["instructions"] });
    expect(read("shop/.junie/AGENTS.md")).toBe("# Of Junie\n");
  });

  test("of a client stay until the last client that shares them is removed", () => {
    for (const id of ["codex", "cursor", "pi"] as const) add(id, { parts: ["instructions"] });
    for (const id of ["cursor", "pi"] as const) remove(id, { parts: ["instructions"] });
    expect(read("shop/AGENTS.md")).toContain("satori:begin codex -->");
    remove("codex", { parts: ["instructions"] });
    expect(snapshot()).toEqual({});
  });
});

test("a skill that several clients read stays until the last of them is removed", () => {
  const file = "shop/.agents/skills/satori/SKILL.md";
  const clients = (): string => /Clients:.*/.exec(read(file))?.[0] ?? "";
  for (const id of ["zed", "codex", "antigravity"] as const) add(id, { parts: ["skill"] });
  expect(clients()).toBe("Clients: antigravity codex zed -->");
  expect(add("codex", { parts: ["skill"] })).toBe(0);
  for (const id of ["codex", "zed"] as const) remove(id, { parts: ["skill"] });
  expect(clients()).toBe("Clients: antigravity -->");
  expect(remove("codex", { parts: ["skill"] })).toBe(0);
  remove("antigravity", { parts: ["skill"] });
  expect(snapshot()).toEqual({});
});

test("a file with the same name that setup did not write is neither replaced nor removed", () => {
  write("shop/.claude/skills/satori/SKILL.md", "mine");
  expect(() => planOf(additions(requestOf("claude-code", {})))).toThrow(
    expect.objectContaining({
      code: "CLIENT_CONFIG_INVALID",
      message: expect.stringContaining("SKILL.md exists, and was not written by setup: move it"),
    }),
  );
  expect(remove("claude-code")).toBe(0);
  expect(read("shop/.claude/skills/satori/SKILL.md")).toBe("mine");
});

test("an older version of our files is replaced, with a backup because people may have changed it", () => {
  add("claude-code", { parts: ["agent"] });
  const file = "shop/.claude/agents/satori-explorer.md";
  const written = read(file);
  write(file, `${written}More.\n`);
  add("claude-code", { parts: ["agent"] });
  expect(read(file)).toBe(written);
  expect(read(`${file}.backup-19700101T000000`)).toBe(`${written}More.\n`);
});
