import { expect, it } from "vitest";
import { failureText } from "./recovery.ts";
import { clientError } from "./testing/fakes.ts";

const told = (tool: "manage_index" | "search_codebase", kind: string, isCancelled = false): string =>
  failureText({ tool, args: { action: "create", path: "/srv/shop" }, error: clientError(kind), isCancelled });
const ASK = 'Call manage_index with {"action":"status","path":"/srv/shop"} to check.';

it.each(["transport", "protocol", "timeout"])(
  "of manage_index that may have begun (%s), the model is told so, and what to ask",
  (kind) => {
    expect(told("manage_index", kind)).toBe(
      `manage_index returned no answer, may have started, and is not retried. it was ${kind}. ${ASK}`,
    );
  },
);

it("of a server that does not start, the model is told why, and that nothing was done", () => {
  expect(told("manage_index", "start_up")).toBe(
    'manage_index was not called: the Satori server does not start. it was start_up. Run "satori ' +
      'doctor" to check the installation.',
  );
});

it("of other calls the failure is told as it is; a question for the status begins nothing", () => {
  expect(told("search_codebase", "transport")).toBe("search_codebase returned no answer. it was transport");
  for (const [kind, end] of [
    ["transport", "returned no answer. it was transport"],
    ["cancelled", "was cancelled."],
  ] as const) {
    expect(
      failureText({
        tool: "manage_index",
        args: { action: "status", path: "/srv/shop" },
        error: clientError(kind),
        isCancelled: false,
      }),
    ).toBe(`manage_index ${end}`);
  }
  expect(failureText({ tool: "search_codebase", args: {}, error: "odd", isCancelled: false })).toBe(
    "search_codebase returned no answer. odd",
  );
});

it("what was cancelled is no failure, whatever it looks like", () => {
  expect([told("search_codebase", "cancelled"), told("search_codebase", "transport", true)]).toEqual([
    "search_codebase was cancelled.",
    "search_codebase was cancelled.",
  ]);
  expect(told("manage_index", "cancelled")).toBe(`manage_index was cancelled. ${ASK}`);
});
