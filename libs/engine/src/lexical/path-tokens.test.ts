import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callName, callNameParts, pathTokens, stemOf } from "./path-tokens.ts";

describe("stem", () => {
  it.each([
    ["src/retry.ts", "retry"],
    ["retry.test.ts", "retry.test"],
    ["a/b/Makefile", "Makefile"],
    [".gitignore", ".gitignore"],
    ["a/.env.example", ".env"],
    ["a.b/c", "c"],
    ["archive.tar.gz", "archive.tar"],
    ["odd.", "odd"],
  ])("of %s is %s", (path, stem) => expect(stemOf(path)).toBe(stem));
});

describe("call name", () => {
  it.each([
    ["src/retry.ts", "retry"],
    ["src/retry/index.ts", "retry"],
    ["app/models/__init__.py", "models"],
    ["net/http/mod.rs", "http"],
    ["cmd/server/main.go", "server"],
    ["crates/core/src/lib.rs", "src"],
    ["src/INDEX.js", "src"],
    ["index.ts", "index"],
    ["main.c", "main"],
    ["src/indexer.ts", "indexer"],
  ])("of %s is %s", (path, name) => expect(callName(path)).toBe(name));
});

describe("parts that a question has to name", () => {
  it.each([
    ["src/retryScheduler.ts", "retri schedul"],
    ["src/retry_scheduler.py", "retri schedul"],
    ["src/retry-scheduler.ts", "retri schedul"],
    ["src/retry.test.ts", "retri test"],
    ["src/HTTPClient.java", "http client"],
    ["zod/index.ts", "zod"],
    ["src/a.b.a.ts", "a b"],
    ["src/検索.md", "検索"],
    ["src/---.ts", ""],
    ["src/2024.md", ""],
  ])("of %s are %s", (path, parts) => expect(callNameParts(path).join(" ")).toBe(parts));
});

describe("tokens of a path", () => {
  it.each([
    ["retry.ts", "retri retri"],
    ["src/retry.ts", "retri retri src"],
    ["a/b/c/d/httpClient.ts", "http client httpclient http client httpclient b c d"],
    ["src/index.ts", "index index src"],
  ])("of %s are %s", (path, tokens) => expect(pathTokens(path).join(" ")).toBe(tokens));

  it("exist for every path, however odd", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (names) => {
        const path = names.join("/");
        expect([...pathTokens(path), ...callNameParts(path)].every((token) => /^\S+$/.test(token))).toBe(
          true,
        );
      }),
      { seed: 1 },
    );
  });
});
