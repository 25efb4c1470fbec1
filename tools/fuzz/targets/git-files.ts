import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedPaths } from "../../../libs/engine/src/git/changed-files.ts";
import { headInFiles } from "../../../libs/engine/src/git/read-history.ts";
import { commitsIn } from "../../../libs/engine/src/git/read-history.ts";
import { findGitLocations } from "../../../libs/engine/src/ignore/git/locations.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const ID = "0123456789abcdef0123456789abcdef01234567";
const folder = mkdtempSync(join(tmpdir(), "satori-fuzz-"));
const gitDir = join(folder, "repository");
const tree = join(folder, "tree");
for (const path of ["objects", "refs"]) mkdirSync(join(gitDir, path), { recursive: true });
mkdirSync(tree);

/** Git's index is not a target here: git reads it. */
export default fuzzTarget({
  checks:
    "HEAD, packed references, .git files, commondir, and what git status and git log print: never " +
    "throw, object ids are whole, paths lie below the folder",
  dictionary: [
    "ref: refs/heads/main\n",
    `${ID} refs/heads/main\n`,
    "gitdir: ",
    "../repository",
    "# pack-refs with: peeled\n",
    "^",
    "\0",
    " M ",
    "R  ",
    "src/",
    "/subject\0",
    "\n",
  ],
  run(input) {
    const reader = new InputReader(input);
    const mode = reader.byte() % 5;
    if (mode === 0) return checkHead(reader);
    if (mode === 1) return checkMarker(reader);
    if (mode === 2) return checkCommonDir(reader);
    const text = reader.restText();
    if (mode === 3) {
      for (const path of changedPaths(text, "src/"))
        if (path === "" || path.includes("\0")) throw new Error(`A path ${JSON.stringify(path)}`);
    } else
      for (const { words, paths } of commitsIn(text))
        if (paths.length === 0 || new Set(words).size !== words.length)
          throw new Error("A commit of no files, or with a word twice");
  },
});

function checkHead(reader: InputReader): void {
  writeFileSync(join(gitDir, "HEAD"), `${reader.line()}\n`);
  writeFileSync(join(gitDir, "packed-refs"), reader.rest());
  const commit = headInFiles(gitDir, gitDir);
  if (commit !== null && !/^[0-9a-f]{40,64}$/.test(commit))
    throw new Error(`A commit ${JSON.stringify(commit)}`);
}

function checkMarker(reader: InputReader): void {
  writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(tree, ".git"), reader.rest());
  const { topLevel } = findGitLocations(tree, { home: folder, variables: { GIT_CONFIG_NOSYSTEM: "1" } });
  if (topLevel !== tree) throw new Error(`The top level is ${topLevel}`);
}

function checkCommonDir(reader: InputReader): void {
  writeFileSync(join(gitDir, "commondir"), reader.line());
  writeFileSync(join(gitDir, "config"), reader.rest());
  writeFileSync(join(tree, ".git"), "gitdir: ../repository\n");
  findGitLocations(tree, { home: folder, variables: { GIT_CONFIG_NOSYSTEM: "1" } });
  writeFileSync(join(gitDir, "commondir"), ".");
}
