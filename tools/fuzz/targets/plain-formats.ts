import { notebookCells, notebookText } from "../../../libs/sidecar/src/languages/notebook/cells.ts";
import { InputReader, fuzzTarget } from "../target.ts";
import { checkFacts } from "./analyze.ts";

const PATHS = [
  "a.md",
  "a.rst",
  "a.adoc",
  "a.org",
  "a.ipynb",
  "a.txt",
  "a.json",
  "a.yaml",
  "a.toml",
  "a.ini",
  "a.html",
  "a.sql",
  "a.proto",
  "a.tf",
  "Makefile",
  "Dockerfile",
  "a.pl",
  "a.csv",
  "unknown",
  "a.css",
  "a.xml",
  "a.vue",
  "a.svelte",
];

export default fuzzTarget({
  checks: "texts without a grammar, notebooks among them: as for grammars",
  // Each of several passes is linear.
  maxSteps: (bytes) => 500_000 + 10_000 * bytes,
  stretchBytes: 50_000,
  run(input) {
    const reader = new InputReader(input);
    const path = reader.choice(PATHS);
    return checkPlain(path, reader.restText());
  },
});

/** Notebooks may contain nested output, which no chunk has to cover: their lines are covered at most once. */
async function checkPlain(path: string, text: string): Promise<void> {
  if (path === "a.ipynb") await checkNotebook(text);
  try {
    await checkFacts(path, text);
  } catch (error) {
    if (path === "a.ipynb" && error instanceof Error && / in 0 chunks/.test(error.message)) return;
    throw error;
  }
}

/** The text of a notebook has one marked cell after the other, and all of it is covered. */
async function checkNotebook(json: string): Promise<void> {
  const text = notebookText(json);
  if (text === null) return;
  const cells = notebookCells(text);
  let end = 0;
  for (const cell of cells) {
    if (cell.start !== end || cell.sourceStart > cell.end)
      throw new Error(`A cell starts at ${cell.start}, after one that ends at ${end}`);
    end = cell.end;
  }
  if (end !== text.length) throw new Error(`Cells end at ${end} of ${text.length}`);
  await checkFacts("a.ipynb", text);
}
