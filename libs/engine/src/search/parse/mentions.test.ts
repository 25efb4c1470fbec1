import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentionsOf } from "./mentions.ts";

const places = (text: string): string[] =>
  mentionsOf(text).places.map(({ path, line }) => (line === null ? path : `${path}:${line}`));

describe("places of a question", () => {
  it.each([
    ["what does src/search/rank.ts do with ties", ["src/search/rank.ts"]],
    ["why does rank.ts sort twice?", ["rank.ts"]],
    ["see ./lib/a.js and lib/b.js.", ["./lib/a.js", "lib/b.js"]],
    ["src/main.rs:10:5: error: mismatched types", ["src/main.rs:10"]],
    ["src/app.ts(12,5): error TS2322", ["src/app.ts:12"]],
    ["src/app.ts#L12", ["src/app.ts:12"]],
    [
      "what is forge.example/me/app/blob/0a1b/src/app.ts#L12-L20 for",
      ["forge.example/me/app/blob/0a1b/src/app.ts:12"],
    ],
    ["src/app.ts#L12C3-L20C5 fails", ["src/app.ts:12"]],
    ["C:\\work\\Server.cs is slow", ["C:/work/Server.cs"]],
    ["PHP Fatal error: Uncaught Exception in /app/src/Server.php on line 12", ["/app/src/Server.php:12"]],
    ["what happens in main.rs line 45, and at line 7 of src/app.ts?", ["main.rs:45", "src/app.ts:7"]],
    ["syntax error at bin/run.pl line 3.", ["bin/run.pl:3"]],
    ["how are retries scheduled", []],
    ["what does cache.put(key) return", []],
    ["java.lang.IllegalStateException", []],
  ])("%j", (text, expected) => expect(places(text)).toEqual(expected));
});

describe("frames of a stack trace, where it happened first", () => {
  it.each([
    [
      "Python",
      'Traceback (most recent call last):\n  File "app/main.py", line 12, in run\n    go()\n  File ' +
        '"app/store.py", line 7, in go\nKeyError: 3',
      ["app/store.py:7", "app/main.py:12"],
      "go store",
    ],
    [
      "JavaScript",
      "TypeError: x is not a function\n    at Server.start (/app/src/server.js:12:5)\n    at async " +
        "/app/src/main.js:3:1",
      ["/app/src/server.js:12", "/app/src/main.js:3"],
      "Server.start server",
    ],
    [
      "Java",
      "java.lang.IllegalStateException: closed\n\tat com.acme.Server.start(Server.java:31)\n\tat " +
        "com.acme.Main.main(Main.java:5)",
      ["com/acme/Server.java:31", "com/acme/Main.java:5"],
      "Server start Server",
    ],
    [
      "C#",
      "at Acme.Server.Start(String name) in C:\\src\\Server.cs:line 12",
      ["C:/src/Server.cs:12"],
      "Acme.Server.Start Server",
    ],
    [
      "Go",
      "goroutine 1 [running]:\nmain.start(0x1)\n\t/src/app/server.go:44 +0x1d",
      ["/src/app/server.go:44"],
      "server",
    ],
    ["Rust", "thread 'main' panicked at src/main.rs:10:5:\nindex out of bounds", ["src/main.rs:10"], "main"],
    ["Ruby", "app/server.rb:12:in 'start': closed (IOError)", ["app/server.rb:12"], "start server"],
    [
      "PHP",
      "#0 /app/src/Server.php(12): Acme\\Server->start()",
      ["/app/src/Server.php:12"],
      "Server->start Server",
    ],
  ])("of %s", (_, text, expected, words) => {
    expect(places(text)).toEqual(expected);
    expect(mentionsOf(text).rest).toContain(words);
  });

  it("count once, and not without end", () => {
    const frame = "at f (a.js:1:1)\n";
    expect(places(frame.repeat(50))).toEqual(["a.js:1"]);
    expect(places(Array.from({ length: 50 }, (_, at) => `at f (a.js:${at + 1}:1)`).join("\n"))).toHaveLength(
      30,
    );
  });
});

describe("what is left of a question", () => {
  it("is all of it where no place is named", () =>
    expect(mentionsOf("  how are\nretries scheduled ").rest).toBe("  how are\nretries scheduled "));
  it("keeps names with a dot", () =>
    expect(mentionsOf("does cache.get in rank.ts sort").rest).toBe("does cache.get in rank.ts sort"));
  it("has names in the place of places", () =>
    expect(mentionsOf("why does src/search/rank.ts sort twice").rest).toBe("why does rank sort twice"));
});

it("takes any text, in time that grows with its length", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => void mentionsOf(text)));
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom("at ", "a.js", ":1", "(", ")", 'File "', '", line 3', "/", ".", "\\", "x", " "),
        { maxLength: 600 },
      ),
      (parts) => {
        expect(mentionsOf(parts.join("")).places.length).toBeLessThanOrEqual(30);
      },
    ),
  );
});

it.each([
  ["word", "x"],
  ["path", "a/"],
  ["package", "a.b."],
])(
  "takes seconds for no %s, however long: its time does not grow with the square of its length",
  (_, part) => {
    const before = process.cpuUsage();
    mentionsOf(part.repeat(100_000 / part.length));
    const { user } = process.cpuUsage(before);
    // Takes a few hundred milliseconds; in quadratic time it would be more than ten seconds.
    expect(user / 1_000).toBeLessThan(4_000);
  },
);
