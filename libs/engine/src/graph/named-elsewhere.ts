/** Where a name without callers stands in files whose calls are not followed: tables, templates, manifests. */
import { resolvesCalls } from "@satori/sidecar";
import { noiseCategory } from "../lexical/path-class.ts";
import { tokenize } from "../lexical/tokens.ts";
import { compareText } from "../model/paths.ts";
import { fileOfRow } from "../store/file-of-row.ts";
import type { Snapshot } from "../store/store.ts";
import type { OpenPlace } from "./open-lines.ts";

/** Places that are named; chunks that are looked at for them. */
const MAX_PLACES = 3;
const MAX_CHUNKS = 50;

/**
 * The places by file, of each the first; empty where there are none. Names of one word stand in any text: nothing
 * is said of them. Nor are docs places from which something is called.
 */
export async function namedElsewhere(snapshot: Snapshot, name: string): Promise<readonly OpenPlace[]> {
  const { files } = snapshot;
  const whole = name.toLowerCase();
  if (!/^[\p{L}\p{N}_$]+$/u.test(name) || tokenize(name).length < 2 || !tokenize(name).includes(whole)) return [];
  const allowed = Uint8Array.from(files.paths, (_, file) => Number(!resolvesCalls(files.languages[file] ?? "text") && noiseCategory(files.pathClasses[file] as number) !== "docs"));
  if (!allowed.includes(1)) return [];
  const hits = await snapshot.lexical([whole], MAX_CHUNKS, allowed);
  const found = [...new Set(hits.map(({ row }) => fileOfRow(files, row)))].sort((left, right) => compareText(files.paths[left] as string, files.paths[right] as string));
  const contents = await snapshot.contents(found);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$])`, "u");
  const places = found.flatMap((file, at) => {
    const line = (contents[at]?.text ?? "").split("\n").findIndex((text) => word.test(text));
    return line === -1 ? [] : [{ file, line: line + 1, name }];
  });
  return places.slice(0, MAX_PLACES);
}
