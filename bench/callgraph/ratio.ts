/** Formats shares for tables; `-` for a share of nothing. Pure. */
export function ratio(part: number, whole: number): string {
  return whole === 0 ? "-" : (part / whole).toFixed(3);
}
