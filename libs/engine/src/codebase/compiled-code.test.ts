import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepCompiledCode, privateFolderIn } from "./compiled-code.ts";

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "satori-compiled-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  return home;
}

test.skipIf(process.platform === "win32")(
  "compiled code is kept where nobody else could write it: not in the home, and not in the folder",
  () => {
    const home = newHome();
    const folder = join(home, "compiled");
    for (const mode of [0o775, 0o757, 0o777]) {
      chmodSync(home, mode);
      expect(privateFolderIn(home), mode.toString(8)).toBeNull();
    }
    chmodSync(home, 0o755);
    const umask = process.umask(0);
    expect(privateFolderIn(home)).toBe(folder);
    process.umask(umask);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    chmodSync(folder, 0o770);
    expect(privateFolderIn(home)).toBeNull();
    rmSync(folder, { recursive: true });
    mkdirSync(join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), folder);
    expect(privateFolderIn(home)).toBeNull();
  },
);

test("a home that is none is no failure, and none is made", () => {
  const home = newHome();
  writeFileSync(join(home, "file"), "");
  expect(privateFolderIn(join(home, "file"))).toBeNull();
  expect(() => privateFolderIn(join(home, "none"))).toThrow("ENOENT");
  expect(() => keepCompiledCode({ SATORI_HOME: "\0" })).not.toThrow();
});
