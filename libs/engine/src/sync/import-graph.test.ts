import { expect, test } from "vitest";
import { inDegrees } from "./import-graph.ts";

/** @param texts each as `path: words of an import, words of another` */
function check(texts: readonly string[], expected: Readonly<Record<string, number>>): void {
  const entries = texts.map((text): [string, string] => {
    const [path = "", imports = ""] = text.split(": ");
    return [path, imports.replaceAll(", ", "\n")];
  });
  expect(Object.fromEntries(inDegrees(new Map(entries)))).toEqual(expected);
}

test("a file is imported by those that name it, once by each", () => {
  check(["src/cache.ts", "src/a.ts: cache, cache size", "src/b.ts: cache"], { "src/cache.ts": 2 });
});

test("a file does not import itself, nor files of another family, but headers", () => {
  check(["cache.ts: cache", "cache.py", "a.tsx: cache", "b.c: list", "list.h", "list.rb"], {
    "cache.ts": 1,
    "list.h": 1,
  });
});

test("of files of one name the one is meant whose folders are named, then the nearest", () => {
  check(["mail/queue.ts", "shop/queue.ts", "shop/a.ts: mail queue"], { "mail/queue.ts": 1 });
  check(["mail/queue.ts", "shop/queue.ts", "shop/a.ts: queue"], { "shop/queue.ts": 1 });
  check(["shop/cart/queue.ts", "shop/queue.ts", "shop/a.ts: queue"], { "shop/queue.ts": 1 });
  check(["mail/queue.ts", "shop/queue.ts", "z/a.ts: queue"], {});
});

test("an import that fits more than two files equally well names none of them", () => {
  check(["lib/x/queue.ts", "lib/y/queue.ts", "lib/a.ts: queue"], {
    "lib/x/queue.ts": 1,
    "lib/y/queue.ts": 1,
  });
  check(["lib/x/queue.ts", "lib/y/queue.ts", "lib/z/queue.ts", "lib/a.ts: queue"], {});
});

test("a name is found without its dashes", () =>
  check(["retry-delay.ts", "a.ts: retrydelay"], { "retry-delay.ts": 1 }));

test("a name that more than two hundred files have says nothing, however near one of them is", () => {
  const namesakes = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => `d${at}/queue.ts`);
  check([...namesakes(200), "d0/a.ts: queue"], { "d0/queue.ts": 1 });
  check([...namesakes(201), "d0/a.ts: queue"], {});
});
