/** Ends what has to end one after the other, whatever fails of it. */

/**
 * Takes every step, also after one that fails. Throws what failed then: the error, or of several an
 * `AggregateError`.
 */
export async function inTurn(steps: Iterable<() => unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
  if (errors.length === 1) throw errors[0];
}
