/** Which files import a file, in each language with imports. */
import { describe, expect, it } from "vitest";
import { Importers } from "./importers.ts";
import { viewOfTree } from "./testing/view-of-tree.ts";

async function check(tree: string, file: string, expected: Readonly<Record<string, number>>): Promise<void> {
  await using code = await viewOfTree(tree);
  const { view, resolution } = code;
  const importers = new Importers({ view, resolution, check: () => undefined });
  const found = await importers.within(code.file(file), 3, () => true);
  const paths = found.map(({ file: at, distance }) => [view.files.paths[at], distance]);
  expect(Object.fromEntries(paths)).toEqual(expected);
}

describe("Importers", () => {
  it("follows ES modules, CommonJS, re-exports and index files", () =>
    check(
      `
      //- src/cart/cart.ts
      export function add() {}
      //- src/cart/index.ts
      export * from "./cart";
      //- src/shop.ts
      import { add } from "./cart";
      export const shop = add;
      //- src/old.js
      const { add } = require("./cart/cart");
      module.exports = add;
      //- test/shop.test.ts
      import { shop } from "../src/shop";
      //- src/cart.css
      .cart { color: red; }
      //- src/other.ts
      // The cart is not imported here.
      export const cart = 1;
    `,
      "src/cart/cart.ts",
      { "src/cart/index.ts": 1, "src/old.js": 1, "src/shop.ts": 1, "test/shop.test.ts": 2 },
    ));

  it("follows modules and packages of Python", () =>
    check(
      `
      //- shop/__init__.py
      from .cart import Cart
      //- shop/cart.py
      class Cart: pass
      //- tests/test_shop.py
      from shop import Cart
      //- tests/test_cart.py
      import shop.cart
      //- tests/test_other.py
      import cartoons
    `,
      "shop/cart.py",
      // `import shop.cart` is an import of the package.
      { "shop/__init__.py": 1, "tests/test_cart.py": 2, "tests/test_shop.py": 1 },
    ));

  it("follows packages of Go", () =>
    check(
      `
      //- go.mod
      module example.org/shop
      //- cart/cart.go
      package cart
      func Add() {}
      //- main.go
      package main
      import "example.org/shop/cart"
      func main() { cart.Add() }
      //- other/other.go
      package other
      import "fmt"
      func Cart() { fmt.Println() }
    `,
      "cart/cart.go",
      { "main.go": 1 },
    ));

  it("follows crates and modules of Rust", () =>
    check(
      `
      //- Cargo.toml
      [package]
      name = "shop"
      //- src/lib.rs
      pub mod cart;
      //- src/cart.rs
      pub struct Cart;
      //- src/order.rs
      use crate::cart::Cart;
      pub fn order(_: Cart) {}
      //- tests/api.rs
      use shop::cart::Cart;
      #[test]
      fn api() { let _ = Cart; }
    `,
      "src/cart.rs",
      { "src/lib.rs": 1, "src/order.rs": 1, "tests/api.rs": 1 },
    ));

  it("follows types of Java and PHP", async () => {
    await check(
      `
      //- src/main/java/shop/Cart.java
      package shop;
      public class Cart {}
      //- src/test/java/web/PageTest.java
      package web;
      import shop.Cart;
      class PageTest { Cart cart = new Cart(); }
    `,
      "src/main/java/shop/Cart.java",
      { "src/test/java/web/PageTest.java": 1 },
    );
    await check(
      `
      //- src/Cart.php
      <?php
      namespace Shop;
      class Cart {}
      //- tests/CartTest.php
      <?php
      namespace Shop\\Tests;
      use Shop\\Cart;
      class CartTest { function testCart() { new Cart(); } }
    `,
      "src/Cart.php",
      { "tests/CartTest.php": 1 },
    );
  });

  it("stops when its check throws", async () => {
    await using code = await viewOfTree("//- a.ts\nexport const a = 1;\n//- b.ts\nimport { a } from './a';");
    const { view, resolution } = code;
    const stop = (): never => {
      throw new Error("stopped");
    };
    await expect(new Importers({ view, resolution, check: stop }).of(code.file("a.ts"))).rejects.toThrow();
  });
});
