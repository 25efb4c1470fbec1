/**
 * Methods with which task libraries run a decorated Python function: Celery, Dramatiq, Huey, Procrastinate,
 * Ray, Taskiq.
 */
export const TASK_METHODS: ReadonlySet<string> = new Set([
  "apply",
  "apply_async",
  "call_local",
  "defer",
  "defer_async",
  "delay",
  "delay_on_commit",
  "kiq",
  "remote",
  "s",
  "send",
  "send_with_options",
  "si",
  "signature",
  "submit",
]);
