import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFile } from "../../testing/trees/tree.ts";
import { ripgrepPaths } from "./ripgrep-path.ts";

const command = process.platform === "win32" ? "rg.exe" : "rg";

it("tries the one of the package first, then those on PATH, never one of a relative folder", async () => {
  using folder = temporaryFolder();
  const own = join(folder.path, "bin", command);
  writeFile(own, "");
  chmodSync(own, 0o755);
  const searchPath = [".", "", join(folder.path, "none"), join(folder.path, "bin")].join(delimiter);
  expect(await ripgrepPaths({ packaged: async () => "/package/rg", searchPath })).toEqual([
    "/package/rg",
    own,
  ]);
  expect(
    await ripgrepPaths({
      packaged: () => Promise.reject(new Error("no package for this platform")),
      searchPath,
    }),
  ).toEqual([own]);
  expect(
    await ripgrepPaths({
      packaged: () => Promise.reject(new Error("no package for this platform")),
      searchPath: undefined,
    }),
  ).toEqual([]);
});
