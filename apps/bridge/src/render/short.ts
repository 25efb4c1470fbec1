/** Cuts a line to the length that is shown. Pure. */
import { BRIDGE_LIMITS } from "../limits.ts";

/** @param line printable, without line ends */
export function short(line: string): string {
  return line.length <= BRIDGE_LIMITS.lineLength ? line : `${line.slice(0, BRIDGE_LIMITS.lineLength)}…`;
}
