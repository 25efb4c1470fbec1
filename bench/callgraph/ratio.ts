/** Shares in tables; `-` of nothing. Pure. */
export function ratio(part: number, whole: number): string {
  return whole === 0 ? "-" : (part / whole).toFixed(3);
}
