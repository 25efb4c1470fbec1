/** Runs steps one after the other, even if some of them fail. */

/**
 * Runs all steps in order. Then throws the error of a failed step, or an `AggregateError` if several failed.
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
