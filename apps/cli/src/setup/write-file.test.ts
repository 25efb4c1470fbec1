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
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfiguration, replaceConfiguration } from "./write-file.ts";

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
