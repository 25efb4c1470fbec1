import { describe, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { defaultFolder } from "./default-folder.ts";

const among =
  (...roots: string[]) =>
  (sessionRoot: string | null = null): string =>
    defaultFolder({ codebases: { tracked: () => roots.map((root) => ({ root })) } }, { sessionRoot });

const problemOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof EngineError && error.code === "INVALID_ARGUMENTS") return error.message;
  }
  throw new Error("INVALID_ARGUMENTS is expected");
};

describe("a call that names no folder", () => {
  it("is about the session's root, whatever is indexed", () => {
    for (const folder of [among(), among("/a"), among("/a", "/b")]) expect(folder("/s")).toBe("/s");
  });

  it("is about the only codebase if the session has no root", () => expect(among("/a")()).toBe("/a"));

  it("is rejected with the codebases to choose from", () =>
    expect(problemOf(among("/a", "/b"))).toBe(
      "path is required: the session has no root, and there are several codebases (/a, /b). Pass one of them",
    ));

  it("lists ten codebases, and counts the others", () => {
    const roots = Array.from({ length: 12 }, (_, at) => `/${String.fromCharCode(97 + at)}`);
    expect(problemOf(among(...roots))).toBe(
      "path is required: the session has no root, and there are several codebases (/a, /b, /c, /d, /e, " +
        "/f, /g, /h, /i, /j and 2 more, see list_codebases). Pass one of them",
    );
  });

  it("learns how to begin where nothing is indexed", () =>
    expect(problemOf(among())).toBe(
      "path is required: the session has no root, and nothing is indexed. Pass a folder, and index it " +
        "with manage_index create",
    ));
});
