import { describe, expect, it } from "vitest";
import { SessionScopes } from "./session-scopes.ts";
import {
  applyLanguageFilter,
  applyPathFilters,
  filtersOf,
  getEffectiveScope,
  mergeScopeFilters,
  reposOf,
} from "./effective-scope.ts";
import { currentSession, sessionOf, withSession } from "./session.ts";

const SCOPE = {
  repos: ["/a"],
  include_globs: ["src/"],
  exclude_globs: ["*.test.ts"],
  languages: ["typescript"],
};
const PATHS = ["docs/a.md", "src/a.ts", "src/a.test.ts", "src/b.py", "vendor/src/c.ts"];

describe("merging", () => {
  it.each([
    ["nothing: the session's", {}, SCOPE],
    [
      "one field: it takes the place of that field alone",
      { include_globs: ["lib/"] },
      { ...SCOPE, include_globs: ["lib/"] },
    ],
    [
      "an empty list: no filter",
      { languages: [], exclude_globs: [] },
      { ...SCOPE, languages: [], exclude_globs: [] },
    ],
    [
      "all",
      { repos: ["/b"], include_globs: ["x"], exclude_globs: ["y"], languages: ["go"] },
      { repos: ["/b"], include_globs: ["x"], exclude_globs: ["y"], languages: ["go"] },
    ],
  ])("what a call says is %s", (_, explicit, merged) =>
    expect(mergeScopeFilters(SCOPE, explicit)).toEqual(merged),
  );

  it("adds nothing where neither says anything", () => expect(mergeScopeFilters({}, {})).toEqual({}));
  it("takes nothing else of a call's arguments", () => {
    const input = { languages: ["go"], query: "x" };
    expect(mergeScopeFilters({}, input)).toEqual({ languages: ["go"] });
  });
  it("tells filters from codebases", () => {
    expect(filtersOf(SCOPE)).toEqual({
      include_globs: ["src/"],
      exclude_globs: ["*.test.ts"],
      languages: ["typescript"],
    });
    expect([reposOf(undefined, SCOPE), reposOf("/x", SCOPE), reposOf(undefined, {})]).toEqual([
      { repos: ["/a"] },
      {},
      {},
    ]);
  });
});

describe("filters of paths", () => {
  it.each([
    [["src/"], [], ["src/a.ts", "src/a.test.ts", "src/b.py", "vendor/src/c.ts"]],
    [["/src/"], ["*.test.ts"], ["src/a.ts", "src/b.py"]],
    [[], ["src/**"], ["docs/a.md", "vendor/src/c.ts"]],
    [["*.md", "*.py"], [], ["docs/a.md", "src/b.py"]],
    [["*.TS"], [], []],
    [[], [], PATHS],
  ])("%j without %j", (include, exclude, left) =>
    expect(applyPathFilters(PATHS, include, exclude)).toEqual(left),
  );

  it.each([
    [["ts"], ["src/a.ts", "src/a.test.ts", "vendor/src/c.ts"]],
    [
      ["markdown", "py"],
      ["docs/a.md", "src/b.py"],
    ],
    [[], PATHS],
  ])("in %j", (languages, left) => expect(applyLanguageFilter(PATHS, languages)).toEqual(left));

  it("names a language that is unknown, and those that there are", () =>
    expect(() => applyLanguageFilter(PATHS, ["klingon"])).toThrow(/klingon.*typescript/));
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4/;

describe("the session of a call", () => {
  it.each([
    [
      "header",
      sessionOf("asked", { header: "header", transport: "transport" }),
      { id: "header", name: "header", isNew: false, isAsked: false },
    ],
    [
      "argument",
      sessionOf("asked", { header: null, transport: "transport" }),
      { id: "asked", name: "asked", isNew: false, isAsked: true },
    ],
    [
      "transport",
      sessionOf(undefined, { header: null, transport: "transport" }),
      { id: "transport", name: "transport", isNew: false, isAsked: false },
    ],
    [
      "nobody",
      sessionOf(undefined, { header: null, transport: null }),
      { id: expect.stringMatching(UUID), name: expect.stringMatching(UUID), isNew: true, isAsked: false },
    ],
    [
      "connection, which alone knows the name",
      sessionOf("asked", { header: null, transport: "transport", namesArePrivate: true }),
      { id: "transport/asked", name: "asked", isNew: false, isAsked: true },
    ],
  ])("is said by the %s, in this order", (_, session, expected) => expect(session).toEqual(expected));

  it("is always the same one where no transport says anything", () =>
    expect(sessionOf(undefined)).toEqual(sessionOf(undefined)));

  it("goes along with what the call awaits, and is not seen by others", async () => {
    const sessions = new SessionScopes({
      maxAgeMs: 1_000,
      clock: { nowMs: () => 0 },
      schedule: () => ({ [Symbol.dispose]: () => undefined }),
      log: () => undefined,
    });
    const languages = ["go", "python", "ruby", "rust"];
    for (const language of languages) sessions.set(language, { languages: [language] });
    const seen = await Promise.all(
      languages.map((id) =>
        withSession({ id, name: id, isNew: false, isAsked: true }, async () => {
          for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve));
          return [currentSession()?.id, getEffectiveScope({ sessions })];
        }),
      ),
    );
    expect(seen).toEqual(languages.map((language) => [language, { languages: [language] }]));
    expect([
      currentSession(),
      getEffectiveScope({ sessions }),
      getEffectiveScope({ sessions }, "go"),
    ]).toEqual([null, {}, { languages: ["go"] }]);
  });
});
