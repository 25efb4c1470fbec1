/** Ways to have `scripted-server.mjs` started, which answers as a script says and tells what it was asked. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Workspace, writeFile } from "./workspace.ts";

export interface ScriptedServer {
  readonly command: string;
  readonly args: readonly string[];
  /** Command and arguments, as `--server` takes them. */
  readonly line: string;
  /** What its processes have noted, in order: that they started, and calls. */
  noted(): string[];
}

const PROGRAM = fileURLToPath(new URL("./scripted-server.mjs", import.meta.url));
let scripts = 0;

/** @param script what it says to which calls: see the program. Each process begins it anew. */
export function scriptedServer(workspace: Workspace, script: object): ScriptedServer {
  const name = `script${++scripts}`;
  const [scriptFile, logFile] = [workspace.path(`${name}.json`), workspace.path(`${name}.log`)];
  writeFile(scriptFile, JSON.stringify(script));
  const args = [PROGRAM, scriptFile, logFile];
  return {
    command: process.execPath,
    args,
    line: [process.execPath, ...args].map((word) => `"${word}"`).join(" "),
    noted: () => (existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n").slice(0, -1) : []),
  };
}
