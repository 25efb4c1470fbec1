import { describe, expect, it } from "vitest";
import { type Route, routeOf } from "./route.ts";

/** @param expected fields of the route that differ from the query itself */
function check(query: string, kind: Route["kind"], expected: object = {}): void {
  it(JSON.stringify(query), () => {
    expect(routeOf(query)).toMatchObject({ kind, ...expected });
    expect(routeOf(query)?.reason).toMatch(/^it /);
  });
}

describe("a path or file name is", () => {
  check("src/auth/session.ts", "path", { path: "src/auth/session.ts", line: null });
  check("  session.ts ", "path", { path: "session.ts" });
  check("session.ts:12", "path", { path: "session.ts", line: 12 });
  check("src/a.ts:12:5", "path", { path: "src/a.ts", line: 12 });
  check("/etc/hosts", "path", { path: "/etc/hosts" });
  check("../../secret", "path");
  check("/src/app/", "path");
  check("docs/guide", "path");
  check("src\\scan\\walk.ts", "path", { path: "src\\scan\\walk.ts" });
  check("*.test.ts", "path");
  check("src/**/*.go", "path");
  check("config.*", "path");
  check("README", "path");
  check("Makefile", "path");
  check(".gitignore", "path");
  check("app/[id]/page.tsx", "path");
});

describe("a symbol is", () => {
  check("SessionStore", "symbol", { name: "SessionStore" });
  check("SessionStore.refresh", "symbol", { name: "SessionStore.refresh" });
  check("Store::open", "symbol", { name: "Store.open" });
  check("Store#open", "symbol", { name: "Store.open" });
  check("queue->push", "symbol", { name: "queue.push" });
  check("refresh()", "symbol", { name: "refresh" });
  check("stats_of", "symbol", { name: "stats_of" });
  check("MAX_RETRIES", "symbol");
  check("$scope", "symbol");
  check("sha256", "symbol");
  check("Session", "symbol");
  check("class Session", "symbol", { name: "Session" });
  check("def stats_of", "symbol", { name: "stats_of" });
  check("fn Store::open()", "symbol", { name: "Store.open" });
  check("größeOf", "symbol");
});

describe("a quoted text is", () => {
  check('"retry failed"', "text", { text: "retry failed", isCaseSensitive: false });
  check("'Retry failed'", "text", { text: "Retry failed", isCaseSensitive: true });
  check("`a.b(c)`", "text", { text: "a.b(c)" });
  check("“so be it”", "text", { text: "so be it" });
  check('" x"', "text", { text: " x" });
});

describe("one word that is no name is a text:", () => {
  check("foo(bar)", "text");
  check("--no-index", "text", { text: "--no-index" });
  check("https://example.org/a.html", "text");
  check("#include", "text");
  check("=>", "text");
  check("utf-8", "text");
  check("a[0]", "text");
});

describe("a regular expression is", () => {
  check("/foo.*bar/", "regex", { text: "foo.*bar", isCaseSensitive: true });
  check("/TODO|FIXME/i", "regex", { text: "TODO|FIXME", isCaseSensitive: false });
  check("foo.*bar", "regex", { text: "foo.*bar", isCaseSensitive: false });
  check("function \\w+\\(", "regex", { text: "function \\w+\\(", isCaseSensitive: false });
  check("\\bStore\\W", "regex", { isCaseSensitive: true });
  check("^import", "regex");
  check("retry|again", "regex");
  check("[a-z]+_id", "regex");
});

describe("everything else is a question:", () => {
  check("where are retries scheduled", "natural_language");
  check("authentication", "natural_language");
  check("logging?", "natural_language");
  check("type system", "natural_language");
  check("retry-after", "natural_language");
  check("who calls SessionStore.refresh()", "natural_language");
  check('where is "retry failed" logged', "natural_language");
  check("does it match foo.*bar at all", "natural_language");
  check("lang:ts retry queue", "natural_language");
  check('"a" and "b"', "natural_language");
  check("Error: boom\n    at run (/app/a.js:1:2)", "natural_language");
  check("会话 刷新", "natural_language");
  check("foo( [", "natural_language");
});

it.each(["", " ", "\n\t"])("%j says nothing", (query) => expect(routeOf(query)).toBeNull());
