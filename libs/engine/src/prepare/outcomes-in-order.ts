/**
 * Runs a list of tasks; some items already have their outcome, such as contents of a commit that cannot be
 * read.
 */

/** A task, or its outcome if that is known already. */
export type TaskOrOutcome<Task, Outcome> = { readonly task: Task } | { readonly outcome: Outcome };

/**
 * Yields one outcome per item, in the order of the items; fewer if `run` yields fewer. An outcome is yielded
 * as soon as those before it are. Throws as `run` does; if the consumer stops early, so does `run`.
 */
export async function* outcomesInOrder<Task, Outcome>(
  items: readonly TaskOrOutcome<Task, Outcome>[],
  run: (tasks: readonly Task[]) => AsyncIterable<Outcome>,
): AsyncGenerator<Outcome, void> {
  let next = 0;
  /** The outcomes from `next` up to the next task. */
  function* settled(): Generator<Outcome> {
    for (let item = items[next]; item && "outcome" in item; item = items[++next]) yield item.outcome;
  }
  yield* settled();
  for await (const outcome of run(items.flatMap((item) => ("task" in item ? [item.task] : [])))) {
    next++;
    yield outcome;
    yield* settled();
  }
}
