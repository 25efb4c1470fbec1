import { expect, it } from "vitest";
import { mentionsTests } from "../suggest.ts";

it.each([
  "which test covers the keepalive ping",
  "Which unit tests cover retries?",
  "tests for the retry queue",
  "where is the strip prefix middleware tested",
  "is the cache covered by tests",
  "where are the tests of Pool.reap",
  "spec for redirects",
  "what integration test starts two servers",
  "add a regression test",
])("%s: yes", (question) => expect(mentionsTests(question)).toBe(true));

it.each([
  "test whether a path is absolute",
  "TestClient.get",
  "http_test",
  "latest version of the protocol",
  "where are specifications parsed",
  "test",
])("%s: no", (question) => expect(mentionsTests(question)).toBe(false));
