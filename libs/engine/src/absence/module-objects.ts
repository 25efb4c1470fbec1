/**
 * Finds code that takes all exports of a module as one object (`import * as all`, `require(…)`): it can reach
 * them by computed names.
 */
import type { LifeEvidence } from "@satori/contracts";
import { LineIndex } from "@satori/sidecar";
import { wordTokens } from "../lexical/tokens.ts";
import { fileOfRow } from "../store/file-of-row.ts";
import type { AbsenceRequest } from "./absence-request.ts";

const MAX_CHUNKS = 2_000;
/** A module that is imported as an object; the group is its path. */
const AS_OBJECT = /(?:\*\s*(?:as\s+[\w$]+\s+)?from|\brequire\s*\(|\bimport\s*\()\s*["'`]([^"'`\n]*)["'`]/g;
const EXTENSION = /\.(?:[cm]?[jt]sx?)$/;

/** The first place; empty if there is none. Modules are told by the last part of their path. */
export async function moduleObjects(
  { view, deadline }: AbsenceRequest,
  path: string,
): Promise<readonly LifeEvidence[]> {
  const parts = path.replace(EXTENSION, "").split("/");
  const last = parts.at(-1) ?? "";
  if (last === "index")
    return [{ reason: "other_name", detail: "The module can be imported by its folder, as an object." }];
  const token = wordTokens(last.match(/[A-Za-z_]\w*/g)?.at(-1) ?? "").at(-1);
  if (token === undefined)
    return [{ reason: "other_name", detail: "The name of the module cannot be looked up." }];
  const hits = await view.lexical([token], MAX_CHUNKS + 1, null, () => deadline.check());
  if (hits.length > MAX_CHUNKS)
    return [{ reason: "other_name", detail: "Too many texts have the name of the module." }];
  const files = [...new Set(hits.map(({ row }) => fileOfRow(view.files, row)))].sort(
    (left, right) => left - right,
  );
  for (const file of files) {
    const due = deadline.pause();
    if (due) await due;
    const [content] = await view.contents([file]);
    const text = content?.text ?? "";
    if (!text.includes(last)) continue;
    for (const { index, 1: module = "" } of text.matchAll(AS_OBJECT)) {
      deadline.check();
      if (module.replace(EXTENSION, "").split("/").at(-1) !== last) continue;
      const line = new LineIndex(text).lineAt(index);
      return [
        {
          reason: "other_name",
          detail: "All exports of the module are used as one object.",
          file: view.files.paths[file] as string,
          line,
        },
      ];
    }
  }
  return [];
}
