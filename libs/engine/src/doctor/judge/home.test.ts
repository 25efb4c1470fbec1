import { expect, it } from "vitest";
import type { HomeFacts } from "../facts.ts";
import { judgeHome } from "./home.ts";

const GIB = 1_024 ** 3;
const SOUND: HomeFacts = {
  path: "/data/satori",
  state: "folder",
  isWritable: true,
  freeBytes: 10 * GIB,
  networkFileSystem: null,
  mode: 0o700,
  indexesMode: 0o700,
  isShared: false,
  configFile: null,
};

it.each<[string, Partial<HomeFacts>, readonly string[]]>([
  ["a folder of one's own with room is fine", {}, []],
  ["one that is not there yet is fine where it can be made", { state: "absent", mode: null }, []],
  ["one that cannot be made", { state: "absent", isWritable: false, mode: null }, ["error home.folder"]],
  ["one that cannot be written", { isWritable: false }, ["error home.folder"]],
  [
    "a file in its place, whoever can write to it",
    { state: "not_a_folder", mode: 0o666 },
    ["error home.folder"],
  ],
  ["one that nobody may look at", { state: "unreadable", mode: null }, ["error home.folder"]],
  ["little room", { freeBytes: 500 * 1_024 ** 2 }, ["warning home.space"]],
  ["no room", { freeBytes: 10 * 1_024 ** 2 }, ["error home.space"]],
  ["a system that does not tell how much room there is", { freeBytes: null }, []],
  ["a disk over a network", { networkFileSystem: "NFS" }, ["warning home.filesystem"]],
  ["others that can write to it", { mode: 0o775 }, ["warning home.permissions"]],
  ["others that can look into it", { mode: 0o755, indexesMode: 0o755 }, ["warning home.permissions"]],
  [
    "others that can look into one that holds other things as well, and read its indexes",
    { mode: 0o755, indexesMode: 0o755, isShared: true },
    ["warning home.permissions"],
  ],
  [
    "one that holds other things as well is fine where its indexes are private",
    { mode: 0o755, isShared: true },
    [],
  ],
  [
    "keys that others can read",
    { configFile: { mode: 0o644, holdsSecrets: true } },
    ["warning home.permissions"],
  ],
  [
    "a file without keys that others can read is fine",
    { configFile: { mode: 0o644, holdsSecrets: false } },
    [],
  ],
  [
    "a file without keys that others can change",
    { configFile: { mode: 0o664, holdsSecrets: false } },
    ["warning home.permissions"],
  ],
])("%s", (_, facts, expected) => {
  const findings = judgeHome({ ...SOUND, ...facts });
  expect(findings.filter(({ level }) => level !== "ok").map(({ level, id }) => `${level} ${id}`)).toEqual(
    expected,
  );
  expect(findings.every(({ level, fix }) => (level === "ok") === (fix === null))).toBe(true);
});

it("fixes name the path as a shell takes it", () => {
  expect(judgeHome({ ...SOUND, path: "/my data", isWritable: false })[0]?.fix).toBe(
    'chmod u+rwx "/my data", or set SATORI_HOME',
  );
});
