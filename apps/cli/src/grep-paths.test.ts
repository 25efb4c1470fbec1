import { expect, test } from "vitest";
import { readGrepPaths } from "./grep-paths.ts";

/**
 * A command in `/code/shop/web`, which is indexed on its own inside `/code/shop`, next to `/code/beside`;
 * `/code/bare` is not indexed.
 */
const ROOTS = ["/code/shop/web", "/code/shop", "/code/beside"];
const session = {
  folder: "/code/shop/web",
  isLocal: true,
  codebase: (): string => "/code/shop/web",
  indexedRoot: (place: string): string | null =>
    ROOTS.find((root) => place === root || place.startsWith(`${root}/`)) ?? null,
};

test("paths of its own codebase, patterns, and what is indexed nowhere are left to the tool", () => {
  expect(readGrepPaths(session, [], false)).toEqual({ path: "/code/shop/web" });
  for (const paths of [["a.ts", "."], ["*.ts"], ["../*.ts"], ["/code/bare"], ["../../bare/a.ts", "a.ts"]])
    expect(readGrepPaths(session, paths, false)).toEqual({ path: session.folder, paths });
  expect(readGrepPaths({ ...session, isLocal: false }, [".."], false)).toEqual({
    path: session.folder,
    paths: [".."],
  });
});

test("those of one other codebase are searched from its root", () => {
  expect(readGrepPaths(session, [".."], false)).toEqual({ path: "/code/shop", paths: ["."] });
  expect(readGrepPaths(session, ["../../beside/src", "/code/beside/a b.ts"], false)).toEqual({
    path: "/code/beside",
    paths: ["src", "a b.ts"],
  });
});

test("those of several codebases are refused", () => {
  expect(() => readGrepPaths(session, ["a.ts", "..", "/code/beside"], false)).toThrow(
    ".. is in a different codebase than the other paths: search it separately",
  );
});

test("with patterns one folder can be named", () => {
  expect(readGrepPaths(session, ["../../beside"], true)).toEqual({ path: "/code/beside" });
  expect(() => readGrepPaths(session, ["a", "b"], true)).toThrow("--include works with one folder");
});
