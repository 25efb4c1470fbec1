/** `go test`: packages are folders below the one with `go.mod`. */
import type { TestFile } from "@satori/contracts";
import { parentOf } from "../../../model/paths.ts";
import { below, foldersAround, inFolder } from "./project-files.ts";
import type { FindRunner } from "./runner.ts";
import { escaped, shellWord } from "./shell.ts";

export const findGo: FindRunner = ({ file }, { project }) => {
  const folder = foldersAround(file).find((around) => project.has(inFolder(around, "go.mod")));
  if (folder === undefined) return Promise.resolve(null);
  const command = (files: readonly TestFile[]): string => {
    const packages = new Set(files.map((one) => `./${below(folder, parentOf(one.file))}`.replace(/\/$/, "")));
    return ["go test", ...pattern(files), ...[...packages].map(shellWord)].join(" ");
  };
  return Promise.resolve({ runner: "go", folder, shownBy: inFolder(folder, "go.mod"), key: "", command });
};

/** Only the functions that reach the change, if they are known for all files. */
function pattern(files: readonly TestFile[]): string[] {
  const names = new Set(
    files.flatMap(({ functions = [] }) => functions.map((name) => name.split("/")[0] ?? name)),
  );
  const areKnown = files.every(
    ({ functions = [], reasons }) => functions.length > 0 && isOnlyReaching(reasons),
  );
  return areKnown ? [`-run ${shellWord(`^(${[...names].map(escaped).join("|")})$`)}`] : [];
}

/** A changed file runs as a whole. */
function isOnlyReaching(reasons: TestFile["reasons"]): boolean {
  return !reasons.includes("changed");
}
