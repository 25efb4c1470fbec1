/** What the rendering of an answer depends on. */
import type { Style } from "../terminal/style.ts";

export interface View {
  /** The folder that shown paths are relative to. */
  readonly cwd: string;
  readonly style: Style;
  /** Width to which lines are cut; null for no limit. */
  readonly columns: number | null;
}
