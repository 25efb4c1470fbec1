/** Forms in which a server gives its answers, and how one request asks for another form. */

/**
 * both: the envelope as structured content and as JSON text; structured: the envelope as structured content,
 * with one line of text; text: compact text, without structured content and output schemas. In every form, an
 * answer that is not `ok` has its envelope as JSON text.
 */
export const ANSWER_FORMS = ["both", "structured", "text"] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** Key of a request's `_meta` whose value is the form of its answer; it wins over the header. */
export const ANSWERS_META_KEY = "satori/answers";

/** HTTP header whose value is the form of the answers to its request; it wins over the server's setting. */
export const ANSWERS_HEADER = "Satori-Answers";

export function isAnswerForm(value: unknown): value is AnswerForm {
  return (ANSWER_FORMS as readonly unknown[]).includes(value);
}

/** Why a client that needs envelopes cannot use a server's text answer, and what to change. */
export const TEXT_ANSWER_PROBLEM =
  "the server answered with text, without the envelope: it is set to answer so (SATORI_ANSWERS, " +
  "--answers) and did not honour the request for another form; start it with --answers both";
