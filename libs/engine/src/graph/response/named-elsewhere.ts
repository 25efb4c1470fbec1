/**
 * Where a name without callers stands and no calls are followed: in tables, templates and manifests, and in
 * strings and symbols of code, by which it may be called (`send(:load_all)`, `#[serde(default =
 * "default_port")]`).
 */
import { resolvesCalls } from "@satori/sidecar";
import { noiseCategory } from "../../lexical/path-class.ts";
import { tokenize } from "../../lexical/tokens.ts";
import { compareText } from "../../model/paths.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { Snapshot } from "../../store/store.ts";
import { COMMENT, type OpenSite } from "./open-lines.ts";

/** Places that are named; chunks that are looked at for them. */
const MAX_PLACES = 3;
const MAX_CHUNKS = 50;
/** Longer lines are data or what a tool wrote. */
const MAX_LINE_CHARS = 2000;

/**
 * The places by file, of each the first; empty where there are none. Names of one word stand in any text:
 * nothing is said of them. Nor are docs places from which something is called.
 */
export async function namedElsewhere(snapshot: Snapshot, name: string): Promise<readonly OpenSite[]> {
  const { files } = snapshot;
  // Ruby's names may end so.
  const word = name.replace(/[?!]$/, "");
  const whole = word.toLowerCase();
  if (!/^[\p{L}\p{N}_$]+$/u.test(word) || tokenize(word).length < 2 || !tokenize(word).includes(whole))
    return [];
  const allowed = Uint8Array.from(files.paths, (_, file) =>
    Number(noiseCategory(files.pathClasses[file] as number) !== "docs"),
  );
  const hits = await snapshot.lexical([whole], MAX_CHUNKS, allowed);
  const found = [...new Set(hits.map(({ row }) => fileOfRow(files, row)))].sort((left, right) =>
    compareText(files.paths[left] as string, files.paths[right] as string),
  );
  const contents = await snapshot.contents(found);
  const isNamed = namingLine(name);
  const places = found.flatMap((file, at) => {
    const language = files.languages[file] ?? "text";
    const lines = withoutExports(contents[at]?.text ?? "", language).split("\n");
    const line = lines.findIndex((text) => isNamed(text, language));
    return line === -1 ? [] : [{ file, line: line + 1, name }];
  });
  return places.slice(0, MAX_PLACES);
}

/** Python's list of what a module gives to others calls nothing. */
const EXPORTS = /^__all__\b[^[(\n]{0,40}[[(][^\])]*/gm;

function withoutExports(text: string, language: string): string {
  return language === "python" ? text.replace(EXPORTS, (list) => list.replace(/[^\n]+/g, "")) : text;
}

/** Whether a line has the name: in code as what a string or a symbol says. */
function namingLine(name: string): (line: string, language: string) => boolean {
  const written = name.replace(/[$?!]/g, "\\$&");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${written}(?![\\p{L}\\p{N}_$])`, "u");
  // `"load_all"`, `"app.tasks.load_all"`, `"Page@load_all"`, `[[Page.load_all(1)]]`; in a sentence it is only
  // told of.
  const path = `(?:[\\p{L}\\p{N}_$]+(?:[.#@/\\\\:]|::|->))*${written}`;
  const quoted = new RegExp(`(["'\`])${path}(?:\\1|\\()|\\[\\[${path}(?:\\]\\]|\\()`, "u");
  const symbol = new RegExp(`(?<![\\p{L}\\p{N}_:]):${written}(?![\\p{L}\\p{N}_?!:])`, "u");
  return (line, language) => {
    if (line.length > MAX_LINE_CHARS || !word.test(line)) return false;
    if (!resolvesCalls(language)) return true;
    return (
      !COMMENT.test(line) &&
      (quoted.test(line) || ((language === "ruby" || language === "elixir") && symbol.test(line)))
    );
  };
}
