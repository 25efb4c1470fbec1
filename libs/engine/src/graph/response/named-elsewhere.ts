/**
 * Finds mentions of a name without callers in places where calls are not followed: tables, templates,
 * manifests, and strings and symbols in code that may call by name (`send(:load_all)`, `#[serde(default =
 * "default_port")]`).
 */
import { resolvesCalls, profileOf } from "@satori/sidecar";
import { noiseCategory } from "../../lexical/path-class.ts";
import { tokenize } from "../../lexical/tokens.ts";
import { compareText } from "../../model/paths.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { CodeView } from "../../store/code-view.ts";
import { COMMENT } from "./naming-lines.ts";
import type { OpenSite } from "./open-lines.ts";

/** Limits: lines that are returned, and chunks that are searched for them. */
const MAX_PLACES = 3;
const MAX_CHUNKS = 50;
/** Longer lines are data or generated. */
const MAX_LINE_CHARS = 2000;

/**
 * The first mention in each file, sorted by path; at most `MAX_PLACES`.
 *
 * Skips names of a single word, since any text may contain those, and documentation, since nothing is called
 * from there.
 */
export async function namedElsewhere(snapshot: CodeView, name: string): Promise<readonly OpenSite[]> {
  const { files } = snapshot;
  // Ruby's method names may end in `?` or `!`.
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

function withoutExports(text: string, language: string): string {
  const { exportList } = profileOf(language);
  return exportList ? text.replace(exportList, (list) => list.replace(/[^\n]+/g, "")) : text;
}

/**
 * Tests whether a line mentions the name. In languages whose calls are resolved, only strings and symbols
 * count.
 */
function namingLine(name: string): (line: string, language: string) => boolean {
  const written = name.replace(/[$?!]/g, "\\$&");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${written}(?![\\p{L}\\p{N}_$])`, "u");
  // Matches `"load_all"`, `"app.tasks.load_all"`, `"Page@load_all"`, `[[Page.load_all(1)]]`, but no sentence
  // that contains the name: that only describes it.
  const path = `(?:[\\p{L}\\p{N}_$]+(?:[.#@/\\\\:]|::|->))*${written}`;
  const quoted = new RegExp(`(["'\`])${path}(?:\\1|\\()|\\[\\[${path}(?:\\]\\]|\\()`, "u");
  const symbol = new RegExp(`(?<![\\p{L}\\p{N}_:]):${written}(?![\\p{L}\\p{N}_?!:])`, "u");
  return (line, language) => {
    if (line.length > MAX_LINE_CHARS || !word.test(line)) return false;
    if (!resolvesCalls(language)) return true;
    return (
      !COMMENT.test(line) && (quoted.test(line) || (profileOf(language).hasSymbols && symbol.test(line)))
    );
  };
}
