import { languageIds } from "@satori/sidecar";
import type { SearchScope } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { fileTable } from "../../testing/fakes/file-table.ts";
import { filterFiles, queryLanguages, scopedQuery, whyNoFile } from "./filter.ts";
import { parseQuery } from "../../query/parse-query.ts";

const FILES = fileTable([
  { path: "README.md", language: "markdown" },
  { path: "build/rules.py", language: "python" },
  { path: "docs/guide.md", language: "markdown" },
  { path: "fixtures/users.json", language: "json" },
  { path: "lib/cache.rb", language: "ruby" },
  { path: "site/pages.py", language: "python" },
  { path: "src/api/client.ts" },
  { path: "src/api/client.test.ts" },
  { path: "src/generated/schema.ts" },
  { path: "src/ui/button.tsx", language: "tsx" },
  { path: "srcs/a.ts" },
  { path: "vendor/zlib/inflate.c", language: "c" },
]);

interface Request {
  readonly query?: string;
  readonly scope?: SearchScope;
  readonly folder?: string;
}

function filtered({ query = "", scope = "mixed", folder = "" }: Request) {
  const parsed = parseQuery(query);
  return filterFiles(FILES, folder, { scope, query: parsed, languages: queryLanguages(parsed.lang) });
}

/** @param expected paths separated by spaces; `-` before the first means all except these */
function check(request: Request, expected: string): void {
  it(`${JSON.stringify(request)} leaves ${expected}`, () => {
    const { allowed } = filtered(request);
    const named = expected.split(" ").filter((word) => word !== "" && word !== "-");
    const wanted = expected.startsWith("-") ? FILES.paths.filter((path) => !named.includes(path)) : named;
    expect(FILES.paths.filter((_, file) => allowed === null || allowed[file] === 1)).toEqual(wanted);
  });
}

describe("scope", () => {
  check({ scope: "mixed" }, "-");
  check(
    { scope: "runtime" },
    "build/rules.py lib/cache.rb site/pages.py src/api/client.ts src/ui/button.tsx srcs/a.ts " +
      "vendor/zlib/inflate.c",
  );
  check({ scope: "docs" }, "README.md docs/guide.md src/api/client.test.ts");
});

describe("lang:", () => {
  check({ query: "lang:ruby" }, "lib/cache.rb");
  check({ query: "lang:rb" }, "lib/cache.rb");
  check({ query: "lang:RB" }, "lib/cache.rb");
  check(
    { query: "lang:ts" },
    "src/api/client.ts src/api/client.test.ts src/generated/schema.ts src/ui/button.tsx srcs/a.ts",
  );
  check({ query: "lang:tsx" }, "src/ui/button.tsx");
  check({ query: "lang:md lang:c" }, "README.md docs/guide.md vendor/zlib/inflate.c");
  check({ query: "lang:md,c" }, "README.md docs/guide.md vendor/zlib/inflate.c");
  check({ query: 'lang:"md, " lang:c' }, "README.md docs/guide.md vendor/zlib/inflate.c");
  check({ query: "lang:go" }, "");
  check({ query: "lang:md", scope: "runtime" }, "");

  it("with an unknown language names it and the known ones", () => {
    const problem = {
      path: "query",
      message: `has lang: with unknown languages (klingon, elvish); languages are ${languageIds().join(", ")}`,
    };
    expect(() => queryLanguages(["ts,klingon", "elvish"])).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENTS", details: [problem] }),
    );
  });

  it.each(["toString", "constructor", "__proto__", "", " ", ","])("%j is no language", (name) =>
    expect(() => queryLanguages([name])).toThrow("unknown languages"),
  );
  it("knows files in no language as text", () => expect(queryLanguages(["text"])).toEqual(new Set(["text"])));
});

describe("filters of a session", () => {
  const session = { include_globs: ["src/"], exclude_globs: ["*.test.ts"], languages: ["typescript"] };
  it.each([
    ["where", session, { path: ["src/"], notPath: ["*.test.ts"], lang: ["typescript"] }],
    [
      "lang:go where",
      { include_globs: ["src/"], exclude_globs: ["*.test.ts"] },
      { path: ["src/"], notPath: ["*.test.ts"], lang: ["go"] },
    ],
    [
      "path:lib where",
      { exclude_globs: ["*.test.ts"], languages: ["typescript"] },
      { path: ["lib"], notPath: ["*.test.ts"], lang: ["typescript"] },
    ],
    ["-path:old where", session, { path: ["src/"], notPath: ["*.test.ts", "old"], lang: ["typescript"] }],
  ])("of %j: what the question says itself takes their place", (query, sessionScope, operators) => {
    expect(scopedQuery(parseQuery(query), session)).toMatchObject({
      sessionScope,
      query: { text: "where", ...operators },
    });
    expect(Object.keys(scopedQuery(parseQuery(query), session).sessionScope)).toEqual(
      Object.keys(sessionScope),
    );
  });
  it("that say nothing change nothing", () =>
    expect(scopedQuery(parseQuery("lang:go x"), { languages: [] })).toEqual({
      query: parseQuery("lang:go x"),
      sessionScope: {},
    }));
});

describe("path: and -path:", () => {
  check(
    { query: "path:src" },
    "src/api/client.ts src/api/client.test.ts src/generated/schema.ts src/ui/button.tsx",
  );
  check(
    { query: "path:src/** -path:*.test.ts" },
    "src/api/client.ts src/generated/schema.ts src/ui/button.tsx",
  );
  check({ query: "path:*.rb path:vendor/" }, "lib/cache.rb vendor/zlib/inflate.c");
  check(
    { query: "-path:src -path:srcs" },
    "README.md build/rules.py docs/guide.md fixtures/users.json lib/cache.rb site/pages.py " +
      "vendor/zlib/inflate.c",
  );
  check({ query: "-path:nothing" }, "-");
  check({ query: "path:nothing" }, "");
  check(
    { query: "path:src -path:!src/api" },
    "src/api/client.ts src/api/client.test.ts src/generated/schema.ts src/ui/button.tsx",
  );
});

describe("a folder", () => {
  check(
    { folder: "src" },
    "src/api/client.ts src/api/client.test.ts src/generated/schema.ts src/ui/button.tsx",
  );
  check({ folder: "src/api", query: "path:*.test.ts" }, "src/api/client.test.ts");
  check({ folder: "src", query: "path:/lib" }, "");
  check({ folder: "src/api/client.ts" }, "src/api/client.ts");
  check({ folder: "gone" }, "");
});

describe("counts", () => {
  it("come in the order of the filters, each taking what the one before left", () => {
    expect(filtered({ scope: "runtime", query: "lang:ts path:src -path:ui" }).counts).toEqual([
      { filter: "scope", before: 12, after: 7 },
      { filter: "lang", before: 7, after: 3 },
      { filter: "path_include", before: 3, after: 2 },
      { filter: "path_exclude", before: 2, after: 1 },
    ]);
  });

  it("say so where nothing is filtered, and no list is made", () => {
    const { allowed, counts } = filtered({});
    expect(allowed).toBeNull();
    expect(counts.map(({ before, after }) => [before, after])).toEqual([
      [12, 12],
      [12, 12],
      [12, 12],
      [12, 12],
    ]);
  });

  it("are right for an empty index", () => {
    const { allowed, counts } = filterFiles(fileTable([]), "src", {
      scope: "runtime",
      query: parseQuery("-path:a"),
      languages: new Set(["go"]),
    });
    expect(allowed).toEqual(new Uint8Array());
    expect(counts.every(({ before, after }) => before === 0 && after === 0)).toBe(true);
  });
});

describe("why no file is left", () => {
  it.each<[Request, string | null]>([
    [{ query: "alpha" }, null],
    [{ query: "lang:haskell alpha" }, "None of the 12 remaining files is written in haskell."],
    [
      { query: "path:nope/** path:no.ts alpha" },
      "None of the 12 remaining files matches nope/** or no.ts, relative to the codebase's root.",
    ],
    [{ query: "-path:** alpha" }, "All 12 remaining files match **, which is excluded."],
    [{ query: "lang:go path:src alpha" }, "None of the 12 remaining files is written in go."],
    [{ folder: "gone" }, "None of the 12 remaining files is in the requested folder."],
  ])("%j: %s", (request, why) => {
    expect(whyNoFile(filtered(request), "mixed", parseQuery(request.query ?? ""))).toBe(why);
  });

  it.each<[Request, string]>([
    [
      { query: "path:src/api/*.test.ts alpha" },
      "The only file that matches the folder and filters of this call is not in the scope runtime; " +
        "use mixed for all files.",
    ],
    [
      { query: "lang:markdown alpha" },
      "None of the 2 files that match the folder and filters of this call is in the scope runtime; " +
        "use mixed for all files.",
    ],
    [
      { folder: "docs" },
      "The only file that matches the folder and filters of this call is not in the scope runtime; " +
        "use mixed for all files.",
    ],
    [
      { folder: "docs", query: "lang:python alpha" },
      "None of the 2 remaining files is in the requested folder.",
    ],
  ])("is the scope alone, of %j: %s", (request, why) =>
    expect(
      whyNoFile(filtered({ ...request, scope: "runtime" }), "runtime", parseQuery(request.query ?? "")),
    ).toBe(why),
  );

  it.each([
    ["tools", "", "The only remaining file is not in the requested folder."],
    ["", "lang:go", "The only remaining file is not written in go."],
    ["", "path:docs", "The only remaining file does not match docs, relative to the codebase's root."],
    ["", "-path:src", "The only remaining file matches src, which is excluded."],
  ])("of the only file, in the folder %j, of %j: %s", (folder, operators, why) => {
    const query = parseQuery(`${operators} a`);
    const files = fileTable([{ path: "src/a.ts", language: "typescript" }]);
    const wanted = { scope: "mixed", query, languages: queryLanguages(query.lang) } as const;
    expect(whyNoFile(filterFiles(files, folder, wanted), "mixed", query)).toBe(why);
  });

  it("is that there is none, or none of the scope", () => {
    expect(
      whyNoFile(
        filterFiles(fileTable([]), "", { scope: "runtime", query: parseQuery("a"), languages: new Set() }),
        "runtime",
        parseQuery("a"),
      ),
    ).toBe("The index has no files.");
    expect(
      whyNoFile(
        filterFiles(fileTable([{ path: "README.md", language: "markdown" }]), "", {
          scope: "runtime",
          query: parseQuery("a"),
          languages: new Set(),
        }),
        "runtime",
        parseQuery("a"),
      ),
    ).toBe("The only remaining file is not in the scope runtime; use mixed for all files.");
  });
});

it("asks for each file that is matched against patterns whether the time is up", () => {
  let left = 2;
  const check = (): void => {
    if (left-- === 0) throw new Error("late");
  };
  const files = fileTable([1, 2, 3, 4].map((at) => ({ path: `src/${at}.ts`, language: "typescript" })));
  const wanted = { scope: "mixed", query: parseQuery("path:*.ts a"), languages: new Set<string>() } as const;
  expect(() => filterFiles(files, "", { ...wanted, check })).toThrow("late");
  expect(filterFiles(files, "", wanted).counts.at(2)).toMatchObject({ after: 4 });
});
