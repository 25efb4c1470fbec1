import { describe, expect, it } from "vitest";
import { type FailureKind, failureOf } from "./service-failure.ts";

const refusal = (status: number, body: string | object, retryAfter: string | null = null) =>
  failureOf({
    status,
    text: typeof body === "string" ? body : JSON.stringify(body),
    retryAfter,
    nowMs: Date.parse("2026-01-01T00:00:00Z"),
  });

describe("what a refusal means", () => {
  it.each<[FailureKind, number, string | object]>([
    ["unauthorised", 401, { error: { message: "Incorrect API key provided" } }],
    ["unauthorised", 403, "<html>forbidden</html>"],
    [
      "unauthorised",
      400,
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
        },
      },
    ],
    ["unknown_model", 404, { error: 'model "nomic" not found, try pulling it first' }],
    ["unknown_model", 404, "<html>nothing here</html>"],
    ["unknown_model", 400, { error: { message: "The model `x` does not exist" } }],
    ["unknown_model", 400, { detail: "Model voyage-9 is not supported." }],
    ["quota", 402, { detail: "pay" }],
    ["quota", 429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }],
    ["rate_limited", 429, { error: { message: "Rate limit reached for requests per min" } }],
    ["too_large", 413, "Payload Too Large"],
    [
      "too_large",
      400,
      {
        error: {
          message: "This model's maximum context length is 8192 tokens",
          type: "invalid_request_error",
        },
      },
    ],
    [
      "too_large",
      400,
      {
        detail:
          "Request to model 'voyage-code-3' failed. The max allowed tokens per submitted batch is 120000.",
      },
    ],
    ["too_large", 422, { error: "batch size 128 > maximum allowed batch size 32", error_type: "Validation" }],
    [
      "too_large",
      400,
      { error: { message: "BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch" } },
    ],
    ["too_large", 500, { error: "the input length exceeds the context length" }],
    ["refused", 400, { error: "unexpected field" }],
    ["redirected", 308, ""],
    ["unavailable", 500, "oops"],
    ["unavailable", 503, ""],
    ["unavailable", 408, ""],
  ])("%s: %i %o", (kind, status, body) => {
    expect(refusal(status, body).kind).toBe(kind);
  });

  it.each<[string | object, string]>([
    [{ error: { message: "one" } }, "400: one"],
    [{ error: "two" }, "400: two"],
    [{ detail: [{ loc: ["body"], msg: "three" }] }, "400: three"],
    ["plain\n\twords\u0007", "400: plain words"],
    ["<!doctype html><p>x", "400: a web page"],
    ["", "400: without a reason"],
    [{ error: { message: "x".repeat(1_000) } }, `400: ${"x".repeat(300)}…`],
  ])("is told in one line: %o", (body, detail) => {
    expect(refusal(400, body).detail).toBe(detail);
  });

  it.each<[string | object, string | null, number | null]>([
    ["", "7", 7_000],
    ["", "Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["", "Thu, 01 Jan 2015 00:01:00 GMT", 0],
    ["", "soon", null],
    ["", null, null],
    [{ error: { details: [{ "@type": "RetryInfo", retryDelay: "32.5s" }] } }, null, 32_500],
  ])("says when to come back: %o %o", (body, header, waitMs) => {
    expect(refusal(429, body, header).retryAfterMs).toBe(waitMs);
  });
});
