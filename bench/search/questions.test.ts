import { expect, test } from "vitest";
import { questionsAbout } from "./questions.ts";

const PYTHON = `
# Copyright (c) Someone and others. All rights reserved.
class RetryQueue(Base):
    """
    Schedules failed jobs again: with a delay.
    """
    def send_next_job(self, job):
        """Send the oldest job to its worker. Then wait."""
`;
const TYPESCRIPT = `
/** Reads one line of the configured input. */
export async function readHTTPHeaderLine(input: string) {}

/**
 * Closes what is still open at the end
 * of a request.
 */
export class OpenHandleCloser {}
`;
const GO = `
// Render writes the page into a buffer.
// It never fails.
func (p *Page) Render(w Writer) {}
`;

test("sentences of documentation become questions, up to their first full stop", () => {
  expect(questionsAbout([PYTHON, TYPESCRIPT, GO], 100)).toEqual(
    expect.arrayContaining([
      "Schedules failed jobs again",
      "Send the oldest job to its worker",
      "Reads one line of the configured input",
      "Closes what is still open at the end",
      "Render writes the page into a buffer",
    ]),
  );
});

test("names of definitions become questions in words", () => {
  expect(questionsAbout([PYTHON, TYPESCRIPT, GO], 100)).toEqual(
    expect.arrayContaining([
      "where is send next job handled",
      "where is read http header line handled",
      "where is open handle closer handled",
    ]),
  );
});

test("notes on rights, single words and repeats are no questions", () => {
  const questions = questionsAbout([PYTHON, PYTHON, GO], 100);
  expect(new Set(questions).size).toBe(questions.length);
  expect(questions.join("\n")).not.toMatch(/Copyright|where is render handled/);
});

test("a smaller number is spread over all files, and comes the same each time", () => {
  const texts = Array.from(
    { length: 200 },
    (_, at) => `def load_parcel_${at}x(depot):\n    """Will load parcel number ${at} of the depot."""\n`,
  );
  const questions = questionsAbout(texts, 40);
  expect(questions).toHaveLength(40);
  expect(questionsAbout(texts, 40)).toEqual(questions);
  const numbers = questions.map((question) => Number(/\d+/.exec(question)?.[0]));
  expect(Math.max(...numbers)).toBeGreaterThan(180);
  expect(Math.min(...numbers)).toBeLessThan(20);
});
