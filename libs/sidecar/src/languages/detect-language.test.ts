import { describe, expect, test } from "vitest";
import {
  UNKNOWN_LANGUAGE,
  detectLanguage,
  languageById,
  languageIdOf,
  languageIds,
} from "./detect-language.ts";
import { LANGUAGES } from "./index.ts";

const detect = (path: string, text = ""): string | null => detectLanguage(path, text)?.id ?? null;

describe("by name", () => {
  test.each([
    ["a.ts", "typescript"],
    ["a.d.mts", "typescript"],
    ["a.tsx", "tsx"],
    ["a.js", "javascript"],
    ["a.jsx", "javascript"],
    ["a.cjs", "javascript"],
    ["src/deep/a.test.ts", "typescript"],
    ["/absolute/a.py", "python"],
    ["A.JAVA", "java"],
    ["build.gradle.kts", "kotlin"],
    ["build.sbt", "scala"],
    ["Program.cs", "csharp"],
    ["view.phtml", "php"],
    ["App.vue", "vue"],
    ["App.svelte", "svelte"],
    ["index.astro", "astro"],
    ["README", "plaintext"],
    ["Makefile", "makefile"],
    ["docker/Dockerfile", "dockerfile"],
    [".editorconfig", "ini"],
    ["notes.md", "markdown"],
    ["Pages/Cart.razor", "razor"],
    ["Views/Index.cshtml", "razor"],
    ["App.xaml", "xml"],
    ["main.libsonnet", "jsonnet"],
    ["schema.prisma", "prisma"],
    ["src/Main.elm", "elm"],
    ["player.gd", "gdscript"],
    ["sky.frag", "glsl"],
    ["sub/meson.build", "meson"],
    ["Justfile", "just"],
    ["Cargo.lock", "toml"],
    ["Pipfile.lock", "json"],
    ["pubspec.lock", "yaml"],
    [".gitmodules", "ini"],
    ["view.pug", "pug"],
  ])("%s is %s", (path, expected) => {
    expect(detect(path)).toBe(expected);
  });

  test.each([["noextension"], ["a.unknown"], [".ts"], ["dir.ts/file"], [""], ["a."], ["trailing.py/"]])(
    "%j says nothing",
    (path) => {
      expect(detect(path)).toBeNull();
    },
  );
});

describe("by the program that runs it", () => {
  test.each([
    ["#!/usr/bin/env node\n", "javascript"],
    ["#!/usr/bin/node --harmony\n", "javascript"],
    ["#!/usr/bin/env python3.11\r\n", "python"],
    ["#!/usr/bin/env -S NODE_ENV=test node --flag\n", "javascript"],
    ["#! /usr/bin/php", "php"],
    ["#!/usr/bin/env tsx", "typescript"],
  ])("%j is %s", (text, expected) => {
    expect(detect("bin/run", text)).toBe(expected);
  });

  test.each([["#!/usr/bin/env\n"], ["#!\n"], ["#!/opt/unknown"], [" #!/usr/bin/env node"], ["node"]])(
    "%j says nothing",
    (text) => {
      expect(detect("bin/run", text)).toBeNull();
    },
  );

  test("a name that is known goes first", () => {
    expect(detect("a.py", "#!/usr/bin/env node")).toBe("python");
  });
});

describe("headers are C, C++ or Objective-C by their content", () => {
  test.each([
    ["int f(void);", "c"],
    ["namespace a {}", "cpp"],
    ["  template <typename T> T f();", "cpp"],
    ["class A;", "cpp"],
    ["struct A {\npublic:\n};", "cpp"],
    ["/*\n  using this software\n  class of its own\n*/\nint f(void);", "c"],
    ["int x; // \nint class_count;", "c"],
    ["enum class Kind { ONE };", "cpp"],
    ["#include <string>\nconst std::string name();", "cpp"],
    ["/* like std::string */ const char *name(void); // std::string", "c"],
    ["#import <UIKit/UIKit.h>\n@class Other;\n@interface View : UIView\n- (void)draw;\n@end", "objective-c"],
    ["@protocol Drawing <NSObject>\n@end", "objective-c"],
    ["#ifdef __OBJC__\n@interface View\n@end\n#endif\nvoid draw(void);", "c"],
    ["/**\n @interface of the module\n */\nint f(void);", "c"],
    ["", "c"],
  ])("%j is %s", (text, expected) => {
    expect(detect("a.h", text)).toBe(expected);
  });

  test("blank lines of a header are gone through once", { timeout: 1000 }, () => {
    expect(detect("a.h", "\n".repeat(50_000))).toBe("c");
  });

  test("other extensions of C are not looked into", () => {
    expect(detect("a.c", "class A;")).toBe("c");
  });
});

describe("names that people use", () => {
  test.each([
    ["ts", "typescript"],
    ["JS", "javascript"],
    ["node", "javascript"],
    ["c#", "csharp"],
    ["golang", "go"],
    ["kt", "kotlin"],
    ["vue", "vue"],
    ["text", UNKNOWN_LANGUAGE],
  ])("%s stands for %s", (name, expected) => {
    expect(languageIdOf(name)).toBe(expected);
  });

  test("others stand for nothing", () => {
    expect(languageIdOf("klingon")).toBeNull();
    expect(languageById("klingon")).toBeUndefined();
    expect(languageById(UNKNOWN_LANGUAGE)).toBeUndefined();
  });

  test("every id stands for itself, whatever aliases others have", () => {
    expect(languageIds().map(languageIdOf)).toEqual(languageIds());
  });
});

describe("the table of languages", () => {
  test("ids are unique, lower case, and those with a grammar come first, in order", () => {
    const ids = LANGUAGES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]*$/.test(id))).toEqual([]);
    const withGrammar = LANGUAGES.filter(({ grammar }) => grammar).map(({ id }) => id);
    expect(ids.slice(0, withGrammar.length)).toEqual([...withGrammar].sort());
  });

  test("what it is asked for is spelled as it is looked up", () => {
    const extensions = LANGUAGES.flatMap((language) => language.extensions);
    expect(extensions.filter((extension) => !/^(?:\.[a-z0-9+_-]+)+$/.test(extension))).toEqual([]);
    const aliases = LANGUAGES.flatMap((language) => language.aliases);
    expect(aliases.filter((alias) => alias !== alias.toLowerCase())).toEqual([]);
  });

  test("no two languages claim the same extension, file name, alias or program", () => {
    const claims = LANGUAGES.flatMap(({ extensions, filenames = [], aliases, interpreters = [] }) => [
      ...extensions.map((extension) => `*${extension}`),
      ...filenames,
      ...aliases.map((alias) => `alias ${alias}`),
      ...interpreters.map((program) => `#!${program}`),
    ]);
    expect(claims.filter((claim, at) => claims.indexOf(claim) !== at)).toEqual([]);
  });

  test("languageIds lists them all, and text", () => {
    expect(languageIds()).toEqual([...LANGUAGES.map(({ id }) => id), UNKNOWN_LANGUAGE].sort());
  });
});
