import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { findRipgrep } from "./machine.ts";

it.skipIf(process.platform === "win32")(
  "the first ripgrep that runs is told with its version, others are passed over",
  async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    const script = (name: string, text: string): string => {
      const path = join(folder.path, name);
      writeFileSync(path, `#!/bin/sh\n${text}\n`);
      chmodSync(path, 0o755);
      return path;
    };
    const works = script("works", "echo 'ripgrep 14.1.0 (rev x)'; echo '+SIMD'");
    const paths = [
      join(folder.path, "none"),
      script("fails", "exit 1"),
      works,
      script("later", "echo ripgrep 1.0.0"),
    ];
    expect(await findRipgrep(paths)).toEqual({ path: works, version: "14.1.0" });
    expect(await findRipgrep([])).toBeNull();
  },
);
