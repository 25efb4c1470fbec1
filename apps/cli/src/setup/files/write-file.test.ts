import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  deleteConfiguration,
  readBackups,
  readConfiguration,
  replaceConfiguration,
  restoreConfiguration,
} from "./write-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satori-setup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a link whose file is not made yet", () => {
  test("stays one, also in a folder that is a link, and over a second one: the file is made where they lead", () => {
    mkdirSync(join(folder, "dot", "cursor"), { recursive: true });
    symlinkSync("dot/cursor", join(folder, ".cursor"));
    symlinkSync("../mcp.json", join(folder, "dot", "cursor", "mcp.json"));
    symlinkSync("real.json", join(folder, "dot", "mcp.json"));
    expect(replaceConfiguration(join(folder, ".cursor", "mcp.json"), "{}", 0)).toBeNull();
    expect(readlinkSync(join(folder, ".cursor", "mcp.json"))).toBe("../mcp.json");
    expect(lstatSync(join(folder, "dot", "mcp.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "dot", "real.json"), "utf8")).toBe("{}");
    expect(readdirSync(join(folder, "dot")).sort()).toEqual(["cursor", "mcp.json", "real.json"]);
  });

  test(
    "is told where nothing can be made, be it of the file or of a folder above it, before anything is " +
      "written",
    () => {
      symlinkSync("missing/mcp.json", join(folder, "mcp.json"));
      symlinkSync("gone", join(folder, ".cursor"));
      const told = (file: string, link: string): void =>
        expect(() => readConfiguration(join(folder, file))).toThrow(
          expect.objectContaining({
            code: "CLIENT_CONFIG_INVALID",
            message: `${join(folder, file)} cannot be created: ${link}`,
          }),
        );
      told("mcp.json", `${join(folder, "mcp.json")} is a broken symbolic link (to missing/mcp.json)`);
      told(".cursor/user/mcp.json", `${join(folder, ".cursor")} is a broken symbolic link (to gone)`);
      symlinkSync("real.json", join(folder, "other.json"));
      for (const file of ["other.json", "new/mcp.json"])
        expect(readConfiguration(join(folder, file))).toBeNull();
    },
  );

  test("is left alone where the folder that it leads to is missing", () => {
    symlinkSync("missing/mcp.json", join(folder, "mcp.json"));
    expect(() => replaceConfiguration(join(folder, "mcp.json"), "{}", 0)).toThrow(
      expect.objectContaining({
        code: "CLIENT_CONFIG_INVALID",
        message: expect.stringContaining("cannot be written (ENOENT)"),
      }),
    );
    expect([readdirSync(folder), existsSync(join(folder, "missing"))]).toEqual([["mcp.json"], false]);
  });
});

describe("a file that is replaced", () => {
  test("has backups, of which the newest comes first, and one becomes the file again", () => {
    const file = join(folder, "mcp.json");
    writeFileSync(file, "first");
    for (const [at, text] of ["second", "third"].entries()) replaceConfiguration(file, text, at * 1000);
    // Of the same second.
    replaceConfiguration(file, "fourth", 1000);
    writeFileSync(`${file}.backup-unreadable`, Buffer.from([0xff]));
    const backups = readBackups(file);
    expect(backups.map(({ text }) => text)).toEqual(["third", "second", "first"]);
    const oldest = backups.at(-1);
    if (oldest) restoreConfiguration(file, oldest);
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(readBackups(file).map(({ text }) => text)).toEqual(["third", "second"]);
  });

  test("stays as it is, without a backup, if it cannot be written", () => {
    const file = join(folder, "mcp.json");
    writeFileSync(file, "before");
    const staged = `.satori-setup-${process.pid}.tmp`;
    mkdirSync(join(folder, staged));
    expect(() => replaceConfiguration(file, "after", 0)).toThrow(
      expect.objectContaining({ code: "CLIENT_CONFIG_INVALID", exitCode: 2 }),
    );
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["before", [staged, "mcp.json"]]);
  });

  test("and deleted, is deleted where its link leads, and the link stays", () => {
    writeFileSync(join(folder, "real.json"), "{}");
    symlinkSync("real.json", join(folder, "mcp.json"));
    deleteConfiguration(join(folder, "mcp.json"), null);
    expect(readdirSync(folder)).toEqual(["mcp.json"]);
    expect(readConfiguration(join(folder, "mcp.json"))).toBeNull();
  });
});

test("a file in another encoding is refused with the line of its first such byte", () => {
  const file = join(folder, "mcp.json");
  for (const [text, line] of [
    ["\u00ff", 1],
    ["{\n\u00e9", 2],
    ["{\r\n\r\n\u00e9\n}\n", 3],
  ] as const) {
    writeFileSync(file, Buffer.from(text, "latin1"));
    expect(() => readConfiguration(file)).toThrow(`${file}:${line} is not UTF-8`);
  }
});
