/** `dotnet test`: the nearest project file, and a filter by the names of the classes. */
import type { TestFile } from "@satori/contracts";
import { nameOf } from "../../../model/paths.ts";
import type { CodeView } from "../../../store/code-view.ts";
import { foldersAround } from "./project-files.ts";
import type { FindRunner } from "./runner.ts";
import { pathArgument, shellWord } from "./shell.ts";

const PROJECT = /\.(?:cs|vb|fs)proj$/;
const projects = new WeakMap<CodeView["files"], ReadonlyMap<string, string>>();

export const findDotnet: FindRunner = ({ file }, { view }) => {
  const byFolder = projectsOf(view.files);
  const shownBy = foldersAround(file)
    .map((folder) => byFolder.get(folder))
    .find((path) => path !== undefined);
  if (shownBy === undefined) return Promise.resolve(null);
  const command = (files: readonly TestFile[]): string => {
    const classes = new Set(files.map((one) => nameOf(one.file).replace(/\..*$/, "")));
    const filter = [...classes].map((name) => `FullyQualifiedName~${name}`).join("|");
    return `dotnet test ${pathArgument(shownBy)} --filter ${shellWord(filter)}`;
  };
  return Promise.resolve({ runner: "dotnet", folder: "", shownBy, key: shownBy, command });
};

/** The first project file of each folder that has one. */
function projectsOf(files: CodeView["files"]): ReadonlyMap<string, string> {
  let found = projects.get(files);
  if (!found) {
    const byFolder = new Map<string, string>();
    for (const path of files.paths) {
      const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      if (PROJECT.test(path) && !byFolder.has(folder)) byFolder.set(folder, path);
    }
    projects.set(files, (found = byFolder));
  }
  return found;
}
