/**
 * What the page keeps between visits: in the browser where it allows that, else as long as the page is open.
 */

/** `tab`: until the tab is closed, for this tab alone. `browser`: for all tabs. */
export type Keeping = "tab" | "browser";

const instead = new Map<string, string>();

/** Null where nothing was kept. Never throws. */
export function kept(keeping: Keeping, key: string): string | null {
  try {
    return storageOf(keeping).getItem(key) ?? instead.get(key) ?? null;
  } catch {
    return instead.get(key) ?? null;
  }
}

export function keep(keeping: Keeping, key: string, value: string): void {
  try {
    storageOf(keeping).setItem(key, value);
  } catch {
    // Refused by the browser's settings, or full.
    instead.set(key, value);
  }
}

function storageOf(keeping: Keeping): Storage {
  return keeping === "tab" ? sessionStorage : localStorage;
}
