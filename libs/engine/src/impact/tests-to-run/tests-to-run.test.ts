/** The tests to run after a change of a small project, and the tests inside that reach it, by language. */
import { describe, expect, it } from "vitest";
import { decodeCommits, encodeCommits } from "../../model/history.ts";
import { type ChangeForTests, testsToRun } from "./tests-to-run.ts";
import { type ViewOfTree, viewOfTree } from "./testing/view-of-tree.ts";

function changeOf(code: ViewOfTree, change: Partial<ChangeForTests> = {}): ChangeForTests {
  const { view, resolution, root } = code;
  return {
    view,
    resolution,
    root,
    changed: [],
    symbols: [],
    reached: [],
    history: null,
    limit: 100,
    check: () => undefined,
    ...change,
  };
}

/** Names of the tests that call `add` directly. */
async function checkFunctions(tree: string, expected: readonly string[]): Promise<void> {
  await using code = await viewOfTree(tree);
  const symbols = [{ name: "add", isFunction: true }];
  const names = [...new Set(["add", "Add"].flatMap((name) => code.reaching(name)))];
  const { files } = await testsToRun(changeOf(code, { symbols, reached: names }));
  expect(files.flatMap(({ functions = [] }) => functions)).toEqual(expected);
}

const SHOP = `
  //- package.json
  {"scripts": {"test": "vitest"}}
  //- src/cart.ts
  export function add(n: number) { return n; }
  export function drop() {}
  //- src/shop.ts
  import { add } from "./cart";
  export const buy = () => add(1);
  //- test/cart.test.ts
  import { add } from "../src/cart";
  it("adds", () => { add(1); });
  //- test/shop.test.ts
  import { buy } from "../src/shop";
  it("buys", () => { buy(); });
  //- test/unrelated.test.ts
  it("is about something else", () => {});
  //- test/pairs.test.ts
  it("changes whenever the c_a_r_t does", () => {});
`;

describe("testsToRun", () => {
  it("lists tests by what speaks for them, with reasons, functions, commands, and what no test reaches", async () => {
    await using code = await viewOfTree(SHOP);
    const commit = { words: [], paths: ["src/cart.ts", "test/pairs.test.ts"] };
    const found = await testsToRun(
      changeOf(code, {
        changed: [{ path: "src/cart.ts" }],
        symbols: [
          { name: "add", isFunction: true },
          { name: "drop", isFunction: true },
          { name: "Cart", isFunction: false },
        ],
        reached: code.reaching("add"),
        history: decodeCommits(encodeCommits([commit, commit, commit])),
      }),
    );
    expect(found).toMatchObject({
      files: [
        {
          file: "test/cart.test.ts",
          reasons: ["reaches", "imports", "named_after", "names"],
          distance: 1,
          of: [0],
        },
        { file: "test/pairs.test.ts", reasons: ["changed_together"] },
      ],
      total: 2,
      testFiles: 4,
      unreached: [1],
    });
    expect(found.files[0]?.functions).toEqual(["adds"]);
    expect(found.commands.map(({ command }) => command)).toEqual([
      "npx vitest run test/cart.test.ts test/pairs.test.ts",
    ]);
  });

  it("gives the same answer for the same change in any order", async () => {
    await using code = await viewOfTree(SHOP);
    const change = changeOf(code, {
      changed: [{ path: "src/cart.ts" }, { path: "src/shop.ts" }, { path: "src/gone.ts" }],
      symbols: [{ name: "add", isFunction: true }],
      reached: [...code.reaching("add"), ...code.reaching("buy")],
    });
    const reversed = {
      ...change,
      changed: change.changed.toReversed(),
      reached: change.reached.toReversed(),
    };
    expect(await testsToRun(reversed)).toEqual(await testsToRun(change));
  });

  it("shows the first tests only, but counts all", async () => {
    await using code = await viewOfTree(SHOP);
    const changed = [{ path: "src/cart.ts" }, { path: "src/shop.ts" }];
    const found = await testsToRun(changeOf(code, { changed, limit: 1 }));
    expect([found.files.length, found.total, found.commands[0]?.files]).toEqual([1, 2, 1]);
  });

  it("lists a changed test first, and tests of a renamed file by its earlier name", async () => {
    await using code = await viewOfTree(SHOP);
    const found = await testsToRun(
      changeOf(code, {
        changed: [{ path: "src/shop.ts", formerPath: "src/cart.ts" }, { path: "test/unrelated.test.ts" }],
      }),
    );
    expect(found.files.map(({ file, reasons }) => `${file} ${reasons.join()}`)).toEqual([
      "test/unrelated.test.ts changed",
      "test/shop.test.ts imports,named_after,names",
      "test/cart.test.ts named_after",
    ]);
  });

  it("has what the index says at once if no time is left", async () => {
    await using code = await viewOfTree(SHOP);
    const change = { changed: [{ path: "src/cart.ts" }], reached: code.reaching("add"), isLate: true };
    const found = await testsToRun(changeOf(code, change));
    expect(found.files).toMatchObject([{ file: "test/cart.test.ts", reasons: ["reaches", "named_after"] }]);
    expect(found.testFiles).toBe(4);
  });

  it("stops when its check throws", async () => {
    await using code = await viewOfTree(SHOP);
    const check = (): never => {
      throw new Error("stopped");
    };
    await expect(testsToRun(changeOf(code, { check }))).rejects.toThrow("stopped");
  });
});

describe("functions of tests", () => {
  it("names blocks of JavaScript and Ruby by their titles", async () => {
    await checkFunctions(
      `
      //- a.test.ts
      import { add } from "./cart";
      describe("cart", () => {
        it('adds "one"', async () => { expect(add(1)).toBe(1); });
        test.only(\`adds two\`, () => { [1].forEach(() => add(2)); });
        it(computed(), () => add(3));
      });
      add(4);
    `,
      ['cart adds "one"', "cart adds two", "cart"],
    );
    await checkFunctions(
      `
      //- cart_spec.rb
      RSpec.describe Cart do
        describe "#add" do
          it "adds" do
            Cart.new.add(1)
          end
        end
      end
    `,
      ["Cart #add adds"],
    );
  });

  it("names functions as pytest, Go, cargo, JUnit, xUnit, PHPUnit and minitest do", async () => {
    await checkFunctions(
      `
      //- test_cart.py
      def test_add(): add(1)
      def helper(): add(2)
      class TestCart:
          def test_more(self): add(3)
    `,
      ["test_add", "TestCart::test_more"],
    );
    await checkFunctions(
      `
      //- cart_test.go
      package cart
      func TestAdd(t *testing.T) { t.Run("one", func(t *testing.T) { Add(1) }) }
      func setUp() { Add(2) }
    `,
      ["TestAdd"],
    );
    await checkFunctions(
      `
      //- src/lib.rs
      pub fn add(n: u8) -> u8 { n }
      pub fn twice() { add(2); }
      #[cfg(test)]
      mod tests {
          #[test]
          fn adds() { super::add(1); }
      }
    `,
      ["tests::adds"],
    );
    await checkFunctions(
      `
      //- src/test/java/CartTest.java
      class CartTest {
        @Test void adds() { new Cart().add(1); }
        void helper() { new Cart().add(2); }
      }
    `,
      ["CartTest.adds"],
    );
    await checkFunctions(
      `
      //- CartTests.cs
      public class CartTests {
        [Fact] public void Adds() { new Cart().Add(1); }
        void Helper() { new Cart().Add(2); }
      }
    `,
      ["CartTests.Adds"],
    );
    await checkFunctions(
      `
      //- tests/CartTest.php
      <?php
      class CartTest { public function testAdd() { $this->cart->add(1); } }
    `,
      ["CartTest::testAdd"],
    );
    await checkFunctions(
      `
      //- test/cart_test.rb
      class CartTest < Minitest::Test
        def test_add
          Cart.new.add(1)
        end
      end
    `,
      ["CartTest#test_add"],
    );
  });
});

it("lists the tests of a package of Go, which need not name what changed", async () => {
  await using code = await viewOfTree(`
  //- go.mod
  module example.com/shop
  //- cart/cart.go
  package cart
  func Add(n int) int { return n }
  //- cart/all_integration_test.go
  package cart_test
  import "testing"
  func TestAll(t *testing.T) {}
  //- other/other_test.go
  package other
  import "testing"
  func TestOther(t *testing.T) {}
`);
  const symbols = [{ name: "Add", isFunction: true }];
  const { files } = await testsToRun(changeOf(code, { symbols, changed: [{ path: "cart/cart.go" }] }));
  expect(files).toMatchObject([{ file: "cart/all_integration_test.go", reasons: ["imports", "names"] }]);
});
