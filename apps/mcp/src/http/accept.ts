/** Expands wildcards in `Accept` headers: the protocol layer only looks for literal types. Pure. */

/** Media types of answers. */
const ANSWER_TYPES = ["application/json", "text/event-stream"] as const;
const ANY = "*/*";
const IS_REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i;

/** An `Accept` header with its wildcards expanded; a client without the header accepts anything. */
export function acceptedTypes(header: string | undefined): string {
  const asked = header?.trim() || ANY;
  const ranges = asked
    .split(",")
    .filter((range) => !IS_REFUSED.test(range))
    .map((range) => (range.split(";", 1)[0] ?? "").trim().toLowerCase());
  const meant = ANSWER_TYPES.filter((type) =>
    ranges.some((range) => range === ANY || range === `${type.split("/", 1)[0]}/*`),
  );
  return [asked, ...meant].join(", ");
}
