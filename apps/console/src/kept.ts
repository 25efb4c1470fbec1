/**
 * Values that the page keeps between visits: in the browser's storage if allowed, otherwise as long as the
 * page is open.
 */

/** `tab`: for this tab, until it is closed. `browser`: for all tabs. */
export type Keeping = "tab" | "browser";

const instead = new Map<string, string>();

/** Null if nothing was kept. Never throws. */
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
    // The browser's settings forbid it, or its storage is full.
    instead.set(key, value);
  }
}

function storageOf(keeping: Keeping): Storage {
  return keeping === "tab" ? sessionStorage : localStorage;
}
