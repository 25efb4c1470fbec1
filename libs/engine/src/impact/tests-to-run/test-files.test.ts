/** Which files hold tests, by the conventions of each ecosystem. */
import { describe, expect, it } from "vitest";
import { TestFiles, isNamedAsTest } from "./test-files.ts";
import { viewOfTree } from "./testing/view-of-tree.ts";

const TESTS = [
  "src/cart.test.ts",
  "src/__tests__/cart.spec.tsx",
  "cypress/login.cy.js",
  "types/cart.test-d.ts",
  "tests/test_cart.py",
  "app/cart_test.py",
  "shop/tests.py",
  "pkg/cart_test.go",
  "crates/cart/tests/api.rs",
  "src/cart/tests.rs",
  "src/test/java/shop/CartTest.java",
  "src/test/java/shop/TestCart.java",
  "src/test/kotlin/CartIT.kt",
  "src/test/scala/CartSuite.scala",
  "src/test/groovy/CartSpec.groovy",
  "Shop.Tests/CartTests.cs",
  "Shop.Tests/CartSpecs.cs",
  "spec/cart_spec.rb",
  "test/cart_test.rb",
  "test/test_cart.rb",
  "tests/CartTest.php",
  "Zend/tests/cart.phpt",
  "Tests/ShopTests/CartTests.swift",
  "test/cart_test.exs",
  "test/cart_test.dart",
  "spec/cart_spec.lua",
  "src/cart_test.cc",
  "src/cart_unittest.cpp",
  "test/cart_test.clj",
  "test/CartSpec.hs",
  "test/Cart.t.sol",
  "test/cart.bats",
];
const OTHERS = [
  "src/cart.ts",
  "src/latest.ts",
  "src/contest.py",
  "tests/conftest.py",
  "tests/__init__.py",
  "spec/spec_helper.rb",
  "test/test_helper.rb",
  "test/test_helper.exs",
  "tests/common/mod.rs",
  "src/lib.rs",
  "src/test/java/shop/AbstractCartTest.java",
  "src/test/java/shop/Carts.java",
  "Shop.Tests/Builders.cs",
  "src/Attest.java",
  "cart_test.snap",
  "src/test.json",
];

describe("isNamedAsTest", () => {
  it.each(TESTS)("takes %s for tests", (path) => expect(isNamedAsTest(path)).toBe(true));
  it.each(OTHERS)("does not take %s for tests", (path) => expect(isNamedAsTest(path)).toBe(false));
});

describe("TestFiles", () => {
  it("knows test files of JavaScript by what they call, tests inside of Rust, and leaves out fixtures", async () => {
    await using tree = await viewOfTree(`
      //- src/cart.js
      export function add() {}
      //- test/cart.js
      import { add } from "../src/cart.js";
      describe("cart", () => { it("adds", () => add()); });
      //- test/rules.js
      new RuleTester().run("rule", rule, {});
      //- test/builders.js
      export function cart() { return {}; }
      //- test/fixtures/sample.test.js
      it("is no test of this project", () => {});
      //- test/types.test.d.ts
      export declare const x: number;
      //- src/lib.rs
      pub fn add() {}
      #[cfg(test)]
      mod tests {
          #[test]
          fn adds() { super::add(); }
      }
      //- src/other.rs
      pub fn other() {}
    `);
    const tests = new TestFiles(tree.view, () => undefined);
    const { paths } = tree.view.files;
    expect(tests.files.map((file) => paths[file])).toEqual(["test/cart.js", "test/rules.js"]);
    expect([...paths.keys()].filter((file) => tests.holdsTests(file)).map((file) => paths[file])).toEqual([
      "src/lib.rs",
      "test/cart.js",
      "test/rules.js",
    ]);
    expect(tests.count).toBe(3);
    expect(tests.isTest(tree.file("src/lib.rs"))).toBe(false);
    const index = tree.resolution.index(tree.file("src/lib.rs"));
    const scopeOf = (name: string): number => index?.scopes.named(name)[0] ?? 0;
    const isOfTest = (name: string): boolean =>
      tests.isCodeOfTest(tree.resolution, { file: tree.file("src/lib.rs"), scope: scopeOf(name) });
    expect([isOfTest("adds"), isOfTest("add")]).toEqual([true, false]);
  });
});
