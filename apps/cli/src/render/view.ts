/** What an answer looks like depends on. */
import type { Style } from "../terminal/style.ts";

export interface View {
  /** Paths are shown from here. */
  readonly cwd: string;
  readonly style: Style;
  /** Lines are cut to this width; null: they are not. */
  readonly columns: number | null;
}
