import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LEAST_NODE, judgeGit, judgeNode, judgeRipgrep } from "./machine.ts";

it.each([
  ["v20.19.0", "ok"],
  ["20.19.1", "ok"],
  ["v22.0.0", "ok"],
  ["v20.18.3", "error"],
  ["v18.20.0", "error"],
])("Node.js %s: %s", (version, level) => {
  expect(judgeNode({ version, platform: "linux", arch: "x64" })).toMatchObject({
    id: "node.version",
    level,
    found: `${version.replace("v", "")} on linux-x64`,
  });
});

it("the least version is the one that the package asks for", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(`>=${LEAST_NODE.major}.${LEAST_NODE.minor}`);
});

it("without ripgrep tools fail, without git they know less", () => {
  expect(judgeRipgrep(null, "linux-x64")).toMatchObject({
    level: "error",
    fix: expect.stringContaining("@vscode/ripgrep-linux-x64"),
  });
  expect(judgeGit(null)).toMatchObject({ level: "warning", fix: "install git" });
  expect(judgeRipgrep({ path: "/usr/bin/rg", version: "14.1.0" }, "linux-x64")).toMatchObject({
    level: "ok",
    found: "14.1.0, /usr/bin/rg",
  });
  expect(
    judgeRipgrep({ path: "/x/node_modules/@vscode/ripgrep/bin/rg", version: "15.0.0" }, "linux-x64"),
  ).toMatchObject({ found: "15.0.0, installed along" });
  expect(judgeGit({ path: "git", version: "2.39.5" })).toMatchObject({ level: "ok", found: "2.39.5" });
});
