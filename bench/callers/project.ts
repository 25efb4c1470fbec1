/** Generates a TypeScript project of any size; the same size always gives the same project. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The function that every file calls once. */
export const CALLED = "handle";
const FILES_PER_FOLDER = 50;

/**
 * Writes `files` files, each with a class whose method calls `CALLED`, and with `functions` functions that
 * call each other within the file and its neighbour.
 */
export function writeProject(folder: string, files: number, functions: number): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(folder, "src/handle.ts"),
    `export function ${CALLED}(value: number): number {\n  return value + 1;\n}\n`,
  );
  for (let file = 0; file < files; file++) {
    const path = join(folder, pathOf(file));
    if (file % FILES_PER_FOLDER === 0) mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, textOf(file, (file + 1) % files, functions));
  }
}

/** Path relative to the project. */
export function pathOf(file: number): string {
  return `src/part${Math.floor(file / FILES_PER_FOLDER)}/module${file}.ts`;
}

function textOf(file: number, neighbour: number, functions: number): string {
  const body = Array.from({ length: functions }, (_, at) =>
    functionText(`${file}n${at}`, at === 0 ? `step${neighbour}n${functions - 1}` : `step${file}n${at - 1}`),
  );
  return [
    `import { ${CALLED} } from "../handle";`,
    ...(functions > 0
      ? [
          `import { step${neighbour}n${functions - 1} } from ` +
            `"../../${pathOf(neighbour).replace(/\.ts$/, "")}";`,
        ]
      : []),
    `export class Service${file} {`,
    "  private total = 0;",
    `  accept(value: number): number {`,
    `    this.total += ${CALLED}(value);`,
    "    return this.total;",
    "  }",
    "}",
    ...body,
    "",
  ].join("\n");
}

function functionText(name: string, next: string): string {
  return (
    `export function step${name}(value: number, limit = 10): number {\n  if (value > limit) return ` +
    `value;\n  const doubled = value * 2;\n  return ${next}(doubled, limit);\n}`
  );
}
