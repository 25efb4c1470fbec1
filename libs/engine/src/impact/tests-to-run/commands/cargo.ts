/** `cargo test`: a package by its `Cargo.toml`, integration tests by name, other tests as a library. */
import type { TestFile } from "@satori/contracts";
import { below, foldersAround, inFolder, type ProjectFiles } from "./project-files.ts";
import type { FindRunner } from "./runner.ts";
import { shellWord } from "./shell.ts";

const NAME = /^\s*\[package\][^[]*?^\s*name\s*=\s*"([^"\n]+)"/m;
const WORKSPACE = /^\s*\[workspace\]/m;
/** `[[test]]` tables with their names and paths. */
const TEST_TABLE = /^\s*\[\[test\]\]([^[]*)/gm;

interface Package {
  readonly name: string;
  readonly folder: string;
  readonly manifest: string;
  readonly text: string;
}

export const findCargo: FindRunner = async ({ file }, { project }) => {
  const own = await packageOf(project, file);
  if (own === null) return null;
  const folder = await workspaceOf(project, own);
  const targets = targetsOf(project, own);
  return {
    runner: "cargo",
    folder,
    shownBy: own.manifest,
    key: own.name,
    command: (files: readonly TestFile[]) => {
      const chosen = [...new Set(files.map((one) => targets(one.file)))].sort();
      return ["cargo test -p", shellWord(own.name), ...chosen].join(" ");
    },
  };
};

async function packageOf(project: ProjectFiles, file: string): Promise<Package | null> {
  for (const folder of foldersAround(file)) {
    const manifest = inFolder(folder, "Cargo.toml");
    const text = await project.text(manifest);
    const name = text === null ? undefined : NAME.exec(text)?.[1];
    if (text !== null && name !== undefined) return { name, folder, manifest, text };
  }
  return null;
}

/** The folder of the workspace around a package, or its own. */
async function workspaceOf(project: ProjectFiles, { folder, manifest }: Package): Promise<string> {
  for (const around of foldersAround(manifest)) {
    const text = await project.text(inFolder(around, "Cargo.toml"));
    if (text !== null && WORKSPACE.test(text)) return around;
  }
  return folder;
}

/** The option that selects the target of a file. */
function targetsOf(project: ProjectFiles, { folder, text }: Package): (file: string) => string {
  const named = new Map(
    [...text.matchAll(TEST_TABLE)].flatMap(([, table = ""]) => {
      const name = /^\s*name\s*=\s*"([^"\n]+)"/m.exec(table)?.[1];
      const path = /^\s*path\s*=\s*"([^"\n]+)"/m.exec(table)?.[1];
      return name === undefined || path === undefined ? [] : [[path, name] as const];
    }),
  );
  const hasLibrary = project.has(inFolder(folder, "src/lib.rs"));
  return (file) => {
    const path = below(folder, file);
    const declared = named.get(path);
    if (declared !== undefined) return `--test ${shellWord(declared)}`;
    const [top, first = "", ...rest] = path.split("/");
    if (top !== "tests") return hasLibrary ? "--lib" : "--bins";
    // `tests/api/main.rs` is the test `api`, and so are the modules in its folder.
    const name = rest.length === 0 ? first.replace(/\.rs$/, "") : first;
    const root = [...named.keys()].find((one) => one.startsWith(`tests/${first}/`));
    return `--test ${shellWord((root === undefined ? undefined : named.get(root)) ?? name)}`;
  };
}
