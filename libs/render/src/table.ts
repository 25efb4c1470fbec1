/** Renders rows as aligned columns. Pure. */
import { displayWidth, padEnd, padStart } from "./width.ts";

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

const GAP = "  ";

/** A heading and one line per row; columns are as wide as their widest cell. Cells must be printable. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((row) => displayWidth(row[at] ?? ""))));
  const cell = (text: string, at: number): string =>
    (columns[at]?.align === "right" ? padStart : padEnd)(text, widths[at] ?? 0);
  return lines.map((row) => row.map(cell).join(GAP).trimEnd());
}
