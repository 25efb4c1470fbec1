/** Starts `scripted-server.mjs`, which answers according to a script and logs its calls. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Workspace, writeFile } from "./workspace.ts";

export interface ScriptedServer {
  readonly command: string;
  readonly args: readonly string[];
  /** Command and arguments, for `--server`. */
  readonly line: string;
  /** Lines that its processes have logged, in order: their starts and calls. */
  noted(): string[];
}

const PROGRAM = fileURLToPath(new URL("./scripted-server.mjs", import.meta.url));
let scripts = 0;

/** @param script answers by call: see the program. Each process starts the script from the beginning */
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
