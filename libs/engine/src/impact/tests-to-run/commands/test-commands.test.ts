/** The commands that run test files, for each runner, and for names that a shell or a runner could misread. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestFile } from "@satori/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FakeFile, fakeSnapshot } from "../../../testing/fakes/fake-snapshot.ts";
import { shellWord } from "./shell.ts";
import { testCommands } from "./test-commands.ts";

type Texts = Readonly<Record<string, string>>;

function commands(texts: Texts, tests: readonly (string | TestFile)[], root = "/nowhere") {
  const files = tests.map((test): TestFile =>
    typeof test === "string" ? { file: test, reasons: ["changed"] } : test,
  );
  const all: Texts = { ...Object.fromEntries(files.map(({ file }) => [file, texts[file] ?? "x"])), ...texts };
  const entries = Object.keys(all)
    .sort()
    .map((path): FakeFile => ({ path, texts: [all[path] || "\n"] }));
  return testCommands({ view: fakeSnapshot(entries), root, check: () => undefined }, files);
}

async function check(
  texts: Texts,
  tests: readonly (string | TestFile)[],
  expected: readonly string[],
): Promise<void> {
  const found = await commands(texts, tests);
  expect(
    found.map(
      ({ runner, folder, command, shownBy, files }) => `${runner} ${folder} ${shownBy} ${files}: ${command}`,
    ),
  ).toEqual(expected);
}

const reaching = (file: string, ...functions: string[]): TestFile => ({
  file,
  reasons: ["reaches"],
  functions,
});

describe("testCommands", () => {
  it("runs vitest by the nearest package, with the package manager of the lock file", () =>
    check(
      {
        "package.json": '{"packageManager":"pnpm@9.0.0","devDependencies":{"jest":"1"}}',
        "packages/a/package.json": '{"scripts":{"test":"vitest run"}}',
        "packages/b/vitest.config.ts": "export default {}",
      },
      ["packages/a/src/x.test.ts", "packages/b/y.test.ts", "z.test.js"],
      [
        "jest . package.json 1: pnpm exec jest --runTestsByPath z.test.js",
        "vitest packages/a packages/a/package.json 1: pnpm exec vitest run src/x.test.ts",
        "vitest packages/b packages/b/vitest.config.ts 1: pnpm exec vitest run y.test.ts",
      ],
    ));

  it("reads jest, mocha and node from scripts, keys and configurations", async () => {
    await check(
      { "package.json": '{"scripts":{"lint":"eslint","test":"nyc mocha test/"}}', "yarn.lock": "" },
      ["test/a.js", "test/b.js"],
      ["mocha . package.json 2: yarn mocha test/a.js test/b.js"],
    );
    await check(
      { "package.json": '{"jest":{}}' },
      ["a.test.js"],
      ["jest . package.json 1: npx jest --runTestsByPath a.test.js"],
    );
    await check(
      { "package.json": '{"scripts":{"test":"node --test"}}' },
      ["a.test.js"],
      ["node . package.json 1: node --test a.test.js"],
    );
    await check(
      { ".mocharc.yml": "ui: bdd", "package.json": "{}" },
      ["a.test.js"],
      ["mocha . .mocharc.yml 1: npx mocha a.test.js"],
    );
  });

  it("knows no runner that nothing shows, and survives broken manifests", async () => {
    await check({ "package.json": "{ not json" }, ["a.test.js"], []);
    await check({ "package.json": "[]" }, ["a.test.js"], []);
    await check({ "package.json": '{"scripts":{"test":3},"devDependencies":"vitest"}' }, ["a.test.js"], []);
    await check(
      {},
      ["test_a.py", "a_test.go", "tests/a.rs", "ATest.java", "ATests.cs", "a_spec.rb", "ATest.php"],
      [],
    );
  });

  it("runs pytest where a file shows it, and unittest otherwise", async () => {
    await check(
      { "pyproject.toml": "[tool.pytest.ini_options]\n" },
      ["tests/test_a.py", "tests/test_b.py"],
      ["pytest . pyproject.toml 2: python -m pytest tests/test_a.py tests/test_b.py"],
    );
    await check(
      { "api/tox.ini": "[testenv]\ncommands = pytest\n" },
      ["api/tests/test_a.py"],
      ["pytest api api/tox.ini 1: python -m pytest tests/test_a.py"],
    );
    await check(
      { "tests/conftest.py": "" },
      ["tests/test_a.py"],
      ["pytest tests tests/conftest.py 1: python -m pytest test_a.py"],
    );
    await check(
      { "setup.py": "setup()", "tests/test_a.py": "import unittest\n" },
      ["tests/test_a.py"],
      ["unittest . tests/test_a.py 1: python -m unittest tests/test_a.py"],
    );
  });

  it("runs packages of Go, and only the functions that reach the change if all are known", async () => {
    await check(
      { "go.mod": "module x" },
      ["a_test.go", "b/b_test.go", "b/c_test.go"],
      ["go . go.mod 3: go test . ./b"],
    );
    await check(
      { "svc/go.mod": "module x" },
      [reaching("svc/b/b_test.go", "TestA", "TestB")],
      ["go svc svc/go.mod 1: go test -run '^(TestA|TestB)$' ./b"],
    );
  });

  it("runs packages of cargo from the workspace, by test target", () =>
    check(
      {
        "Cargo.toml": "[workspace]\nmembers = ['crates/*']\n",
        "crates/cart/Cargo.toml":
          '[package]\nname = "shop-cart"\n[[test]]\nname = "all"\npath = "tests/all/main.rs"\n',
        "crates/cart/src/lib.rs": "",
        "crates/cli/Cargo.toml": '[package]\nname = "cli"\n',
      },
      [
        "crates/cart/src/tax.rs",
        "crates/cart/tests/api.rs",
        "crates/cart/tests/all/tax.rs",
        "crates/cli/src/main.rs",
      ],
      [
        "cargo . crates/cli/Cargo.toml 1: cargo test -p cli --bins",
        "cargo . crates/cart/Cargo.toml 3: cargo test -p shop-cart --lib --test all --test api",
      ],
    ));

  it("runs classes by Maven and Gradle, in their module", async () => {
    await check(
      { "pom.xml": "", "core/pom.xml": "", mvnw: "" },
      ["core/src/test/java/shop/CartTest.java", "core/src/test/java/shop/TaxTest.java"],
      [
        "maven . core/pom.xml 2: ./mvnw test -pl core -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=CartTest,TaxTest",
      ],
    );
    await check(
      { "pom.xml": "" },
      ["src/test/java/CartTest.java"],
      ["maven . pom.xml 1: mvn test -Dtest=CartTest"],
    );
    await check(
      { "settings.gradle.kts": "", gradlew: "", "lib/core/build.gradle.kts": "" },
      ["lib/core/src/test/kotlin/CartTest.kt", "lib/core/src/jvmTest/kotlin/TaxTest.kt"],
      [
        "gradle . lib/core/build.gradle.kts 1: ./gradlew :lib:core:jvmTest --tests TaxTest",
        "gradle . lib/core/build.gradle.kts 1: ./gradlew :lib:core:test --tests CartTest",
      ],
    );
  });

  it("runs projects of .NET, RSpec, minitest, Rails and PHPUnit", async () => {
    await check(
      { "Shop.Tests/Shop.Tests.csproj": "" },
      ["Shop.Tests/CartTests.cs", "Shop.Tests/TaxTests.cs"],
      [
        "dotnet . Shop.Tests/Shop.Tests.csproj 2: dotnet test Shop.Tests/Shop.Tests.csproj --filter " +
          "'FullyQualifiedName~CartTests|FullyQualifiedName~TaxTests'",
      ],
    );
    await check(
      { Gemfile: 'gem "rspec"' },
      ["spec/cart_spec.rb"],
      ["rspec . Gemfile 1: bundle exec rspec spec/cart_spec.rb"],
    );
    await check(
      { "test/test_helper.rb": "" },
      ["test/cart_test.rb"],
      ["minitest . test/test_helper.rb 1: ruby -Ilib -Itest test/cart_test.rb"],
    );
    await check(
      { "test/test_helper.rb": "", "bin/rails": "" },
      ["test/cart_test.rb", "test/tax_test.rb"],
      ["minitest . test/test_helper.rb 2: bin/rails test test/cart_test.rb test/tax_test.rb"],
    );
    await check(
      { "phpunit.xml.dist": "" },
      ["tests/CartTest.php"],
      ["phpunit . phpunit.xml.dist 1: vendor/bin/phpunit tests/CartTest.php"],
    );
    await check(
      { "composer.json": '{"require-dev":{"phpunit/phpunit":"^9"}}' },
      ["tests/ATest.php", "tests/BTest.php"],
      ["phpunit . composer.json 2: vendor/bin/phpunit --filter '/\\b(ATest|BTest)\\b/'"],
    );
  });

  it("quotes names that a shell or an option parser could misread", () =>
    check(
      { "package.json": '{"scripts":{"test":"vitest"}}' },
      ["-x.test.ts", "a b.test.ts", "it's\n$(x).test.ts"],
      ["vitest . package.json 3: npx vitest run ./-x.test.ts 'a b.test.ts' 'it'\\''s\n$(x).test.ts'"],
    ));

  it("looks for lock files on the disk, without following links", async () => {
    const root = mkdtempSync(join(tmpdir(), "satori-commands-"));
    try {
      const manifest = { "package.json": '{"scripts":{"test":"vitest"}}' };
      writeFileSync(join(root, "target"), "");
      symlinkSync(join(root, "target"), join(root, "pnpm-lock.yaml"));
      writeFileSync(join(root, "yarn.lock"), "");
      expect((await commands(manifest, ["a.test.ts"], root))[0]?.command).toBe("yarn vitest run a.test.ts");
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it("gives the same commands in the same order for files in any order of folders", async () => {
    const texts = { "a/go.mod": "module a", "b/go.mod": "module b" };
    const [one, other] = [
      await commands(texts, ["b/x_test.go", "a/x_test.go"]),
      await commands(texts, ["a/x_test.go", "b/x_test.go"]),
    ];
    expect(one).toEqual(other);
  });
});

describe("shellWord", () => {
  it("is read back by a shell as it was, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const word = text.replaceAll("\0", "");
        fc.pre(word !== "" && !/[\ud800-\udfff]/.test(word));
        expect(execFileSync("sh", ["-c", `printf %s ${shellWord(word)}`]).toString()).toBe(word);
      }),
      { numRuns: 50, examples: [["'"], ["a'b"], ["$(id)"], ["a\nb"], ["~"], ["#x"], ["*"]] },
    );
  });
});
