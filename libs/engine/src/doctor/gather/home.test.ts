import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import type { SettingFacts } from "../facts.ts";
import { gatherHome } from "./home.ts";

const SECRETS = new Set(["OPENAI_API_KEY"]);

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

const facts = (home: string, settings: SettingFacts["settings"] = []): SettingFacts => ({
  file: { path: join(home, "satori.config.json"), isThere: true, problem: null },
  settings,
  unknown: [],
});
const gather = (home: string, settings?: SettingFacts["settings"]) =>
  gatherHome(home, facts(home, settings), SECRETS);

it("a folder is told with its permissions, and how much room there is", async () => {
  const home = newFolder();
  chmodSync(home, 0o750);
  const found = await gather(home);
  expect(found).toMatchObject({
    path: home,
    state: "folder",
    isWritable: true,
    mode: 0o750,
    configFile: null,
  });
  expect(found.freeBytes).toBeGreaterThan(0);
});

it("one that is not there can be made where the nearest folder above can be written, but not below a file", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "file"), "", { mode: 0o755 });
  expect(await gather(join(folder, "a", "b"))).toMatchObject({
    state: "absent",
    isWritable: true,
    mode: null,
  });
  expect(await gather(join(folder, "file", "b"))).toMatchObject({ state: "absent", isWritable: false });
  expect(await gather(join(folder, "file"))).toMatchObject({ state: "not_a_folder" });
});

it("a configuration file is told with its permissions, and whether keys are in it", async () => {
  const home = newFolder();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "satori.config.json"), "{}", { mode: 0o640 });
  const key = {
    name: "OPENAI_API_KEY",
    value: "[secret]",
    problem: null,
    isUsed: true,
    missing: [],
  } as const;
  expect((await gather(home, [{ ...key, source: "file" }])).configFile).toEqual({
    mode: 0o640,
    holdsSecrets: true,
  });
  expect((await gather(home, [{ ...key, source: "environment" }])).configFile).toEqual({
    mode: 0o640,
    holdsSecrets: false,
  });
});
