/**
 * Compares measured values with targets. A missed target is printed but is never an error, since machines
 * differ. Pure.
 */

/** @param limit the largest value that meets the target */
export function verdict(value: number, limit: number, unit = ""): string {
  return `≤ ${limit}${unit} ${value <= limit ? "met" : "missed"}`;
}

/** A number with about three significant digits, e.g. 0.123, 1.23, 12.3, 123. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(digits);
}

/** Bytes in megabytes of 10⁶. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
