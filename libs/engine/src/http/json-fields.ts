/** Looks into answers of others, which may be anything. Pure. */

/** The list of a field, or null. */
export function listIn(answer: unknown, field: string): readonly unknown[] | null {
  const list = fieldOf(answer, field);
  return Array.isArray(list) ? (list as unknown[]) : null;
}

export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}
