/** Reads fields of foreign JSON answers, which may have any form. Pure. */

/** The list in a field; null if there is none. */
export function listIn(answer: unknown, field: string): readonly unknown[] | null {
  const list = fieldOf(answer, field);
  return Array.isArray(list) ? (list as unknown[]) : null;
}

/** The value of a field; undefined if there is none. */
export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}
