/** Sizes as people read them. Pure. */

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** `512 bytes`, `1.5 KiB`, `24 MiB`; rounded down. */
export function sizeText(bytes: number): string {
  const at = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1_024 ** at;
  return `${at === 0 || value >= 10 ? Math.floor(value) : value.toFixed(1)} ${UNITS[at]}`;
}
