/** The sources run as they are, as CONTRIBUTING.md says: whoever changes one need not build to try it. */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { environmentIn } from "../support/environment.ts";
import { run } from "../support/process.ts";
import { createWorkspace } from "../support/workspace.ts";

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const SOURCES = ["-C", "@satori/source", "--import", pathOf("tools/source.mjs")];

it("the command line indexes and searches from its sources, worker threads included", async () => {
  using workspace = createWorkspace();
  const cwd = workspace.tree(
    "code",
    "//- parcel.ts\nexport function weighParcel(grams: number): number {\n  return grams / 1000;\n}\n",
  );
  const satori = (...args: string[]) =>
    run([process.execPath, ...SOURCES, pathOf("apps/cli/src/main.ts"), ...args], {
      cwd,
      environment: environmentIn(workspace),
    });
  expect(await satori("index", ".")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 file") });
  expect(await satori("outline", "parcel.ts")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("weighParcel"),
  });
  expect(await satori("search", "weigh a parcel")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("parcel.ts:1"),
  });
});
