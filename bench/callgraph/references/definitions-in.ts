/** Finds definitions of names in a codebase that is given as texts, by lines and columns. */
import { analyze } from "../../../libs/sidecar/src/analyze.ts";
import { LineIndex } from "../../../libs/sidecar/src/syntax/chunk/lines.ts";
import { factsProject } from "../../../libs/sidecar/src/call-graph/facts-project.ts";
import { Evaluator } from "../../../libs/sidecar/src/call-graph/evaluator.ts";
import { Definitions } from "./definitions.ts";
import { placesOf } from "./places.ts";

export interface Line {
  readonly file: string;
  readonly line: number;
}

/** A position inside a name. */
export interface Target extends Line {
  /** Zero-based. */
  readonly col: number;
}

/**
 * Definitions in the order in which they are found. For a name that leads through imports, the lines of the
 * imports are included.
 */
export async function definitionsIn(
  texts: Readonly<Record<string, string>>,
): Promise<(target: Target) => Line[]> {
  const files = await Promise.all(
    Object.entries(texts).map(async ([path, text]) => ({
      path,
      text,
      facts: await analyze(path, text, "outline"),
    })),
  );
  const places = new Map(
    await Promise.all(files.map(async ({ path, text }) => [path, await placesOf(path, text)] as const)),
  );
  const lines = new Map(files.map(({ path, text }) => [path, new LineIndex(text)]));
  const project = factsProject(files);
  const pathOf = (file: number): string => project.paths[file] as string;
  const definitions = new Definitions(new Evaluator(project), (file) => places.get(pathOf(file)) ?? null);
  return (target) => {
    const file = project.fileAt(target.file);
    if (file === undefined) return [];
    const spots = definitions.at({ file, start: nameStart(texts[target.file] as string, target) });
    return spots.map((spot) => ({
      file: pathOf(spot.file),
      line: lines.get(pathOf(spot.file))?.lineAt(spot.start) ?? 0,
    }));
  };
}

/** Offset at which the name around a position begins; for a quoted name, after the quote. */
function nameStart(text: string, { line, col }: Target): number {
  const [begin, own] = [new LineIndex(text).startOf(line), text.split("\n")[line - 1] ?? ""];
  const inside = /["'`]/.test(own[col] ?? "") ? col + 1 : col;
  return begin + own.slice(0, inside).search(/[\p{L}\p{N}_$]*$/u);
}
