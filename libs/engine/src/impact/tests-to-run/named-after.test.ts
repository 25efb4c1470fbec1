/** Which test files have the name of a source file. */
import { describe, expect, it } from "vitest";
import { TestNames, folderLikeness, subjectWords } from "./named-after.ts";

describe("subjectWords", () => {
  it.each([
    ["src/cart.test.ts", "cart"],
    ["tests/test_shopping_cart.py", "shopping cart"],
    ["src/test/java/ShoppingCartTest.java", "shopping cart"],
    ["Shop.Tests/CartTests.cs", "cart"],
    ["spec/cart_spec.rb", "cart"],
    ["pkg/cart_test.go", "cart"],
    ["tests/TestCase.php", "test"],
    ["src/HTTPServerTest.kt", "http server"],
  ])("%s is about %s", (path, subject) => expect(subjectWords(path).join(" ")).toBe(subject));
});

describe("TestNames", () => {
  const paths = [
    "src/cart.test.ts",
    "src/cart-items.test.ts",
    "src/order.test.ts",
    "spec/shop_spec.rb",
    "tests/test_cart.py",
    "src/CartTest.java",
  ];
  const names = new TestNames([...paths.keys()], paths);
  const of = (path: string): string[] =>
    [...names.of(path)].map(([test, fit]) => `${paths[test]} ${fit.toFixed(1)}`);

  it("finds whole names first, then longer and shorter ones, and the name of the folder", () => {
    expect(of("src/cart.ts")).toEqual([
      "src/cart.test.ts 1.0",
      "src/cart-items.test.ts 0.4",
      "tests/test_cart.py 1.0",
      "src/CartTest.java 1.0",
    ]);
    expect(of("lib/shop/tax.rb")).toEqual(["spec/shop_spec.rb 0.4"]);
    expect(of("lib/shop/index.js")).toEqual(["spec/shop_spec.rb 1.0"]);
    expect(of("src/cart_lines.ts")).toEqual([
      "src/cart.test.ts 0.2",
      "src/cart-items.test.ts 0.1",
      "tests/test_cart.py 0.2",
      "src/CartTest.java 0.2",
    ]);
  });

  it("finds names that share words, the more of them the better", () => {
    const suspense = ["a/ssrSuspense.spec.ts", "a/ssrRender.spec.ts", "a/slots.spec.ts"];
    const found = new TestNames([0, 1, 2], suspense).of("src/ssrRenderSuspense.ts");
    expect([...found.keys()]).toEqual([0, 1]);
    expect(found.get(0)).toBeCloseTo(0.4 * (2 / 3));
  });

  it("does not find a changed test file by its own name, nor files of another name", () => {
    expect(of("src/order.test.ts")).toEqual([]);
    expect(of("src/ordering.ts")).toEqual([]);
  });
});

describe("folderLikeness", () => {
  it("compares folders without those that say only what kind of file it is", () => {
    expect(folderLikeness("src/shop/cart.ts", "test/shop/cart.test.ts")).toBe(1);
    expect(folderLikeness("src/shop/cart.ts", "test/billing/cart.test.ts")).toBe(0);
    expect(folderLikeness("src/a/b/c.ts", "test/a/d.test.ts")).toBe(0.5);
  });
});
