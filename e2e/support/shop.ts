/**
 * A tree of three files, for tests that go from the first index to the last: two code files, one of which
 * calls the other, and a document.
 */
export const SHOP = `
//- src/retry.ts
/** Decides when a failed delivery is tried again. */
export function scheduleRetry(attempt: number): number {
  return backoff(attempt) * 1000;
}

function backoff(attempt: number): number {
  return 2 ** attempt;
}
//- src/deliver.ts
import { scheduleRetry } from "./retry.ts";

export function deliver(parcel: string, attempt: number): number {
  return parcel === "" ? scheduleRetry(attempt) : 0;
}
//- README.md
# Shop
Delivers parcels.
`;
