/** Changes in several languages: files and symbols that are added, removed, renamed, moved and changed. */
import type { TestedChange } from "./changed-repository.ts";

const typescript = {
  base: {
    "package.json": '{ "devDependencies": { "vitest": "^3.0.0" } }\n',
    "src/price.ts":
      "/** The price. */\nexport function price(count: number): number {\n  return count * 2;\n}\n\n" +
      "export function discount(value: number): number {\n  return value - 1;\n}\n\n" +
      "export function gone(): number {\n  return 1;\n}\n\n" +
      "export function tidy(a: number): number {\n  return a;\n}\n",
    "src/old-name.ts":
      "export function format(text: string): string {\n  const parts = text.split('-');\n" +
      "  const joined = parts.join(' ');\n  return joined.trim();\n}\n",
    "src/cart.ts":
      'import { discount, gone, price, tidy } from "./price";\nimport { format } from "./old-name";\n\n' +
      "export class Cart {\n  total(): number {\n    return price(1) + discount(2) + tidy(3);\n  }\n\n" +
      "  label(): string {\n    return format('a') + gone();\n  }\n}\n",
    "src/cart.test.ts":
      'import { expect, it } from "vitest";\nimport { Cart } from "./cart";\n\n' +
      'it("has a total", () => {\n  const cart = new Cart();\n  expect(cart.total()).toBe(1);\n});\n',
    "src/price.test.ts":
      'import { describe, expect, it } from "vitest";\nimport { price } from "./price";\n\n' +
      'describe("price", () => {\n  it("multiplies", () => {\n    expect(price(1)).toBe(2);\n  });\n});\n',
  },
};

const headOfTypescript: TestedChange["head"] = {
  ...typescript.base,
  "src/price.ts":
    "/** The price of some. */\nexport function price(count: number, each: number): number {\n" +
    "  return count * each;\n}\n\n" +
    "export function rebate(value: number): number {\n  return value - 1;\n}\n\n" +
    "export function tidy( a: number ): number {\n  // as it is\n  return a;\n}\n\n" +
    "export function fresh(): number {\n  return price(1, 2);\n}\n",
  "src/new-name.ts": typescript.base["src/old-name.ts"],
  "src/cart.ts": typescript.base["src/cart.ts"].replace("./old-name", "./new-name"),
};
const { "src/old-name.ts": _renamed, ...typescriptHead } = headOfTypescript;

const python: TestedChange = {
  base: {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "shop/__init__.py": "",
    "shop/price.py":
      "def price(count):\n    return count * 2\n\n\ndef gone():\n    return 1\n\n\n" +
      "def load(path, mode='r'):\n    with open(path) as file:\n        return file.read()\n",
    "shop/cart.py":
      "from shop.price import gone, load, price\n\n\nclass Cart:\n    def total(self):\n" +
      "        return price(1) + gone()\n\n    def read(self):\n        return load('a', mode='b')\n",
    "shop/order.py": "from shop.cart import Cart\n\n\ndef order():\n    return Cart().total()\n",
    "tests/test_cart.py":
      "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 3\n\n\n" +
      "class TestRead:\n    def test_read(self):\n        assert Cart().read()\n",
  },
  head: {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "shop/__init__.py": "",
    "shop/price.py":
      "def price(count, each):\n    return count * each\n\n\n" +
      "def load(path, form='r'):\n    with open(path) as file:\n        return file.read()\n",
    "shop/cart.py":
      "from shop.price import gone, load, price\n\n\nclass Cart:\n    def total(self):\n" +
      "        return price(1) + gone()\n\n    def read(self):\n        return load('a', mode='b')\n",
    "shop/buy.py": "from shop.cart import Cart\n\n\ndef order():\n    return Cart().total()\n",
    "tests/test_cart.py":
      "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 3\n\n\n" +
      "class TestRead:\n    def test_read(self):\n        assert Cart().read()\n",
  },
};

const GO_CART =
  "package shop\n\ntype Cart struct {\n\tItems int\n}\n\nfunc (c *Cart) Total() int {\n\treturn Price(c.Items) + Gone()\n}\n";
const GO_TEST =
  'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tc := &Cart{}\n\tif c.Total() != 0 {\n\t\tt.Fail()\n\t}\n}\n';
const go: TestedChange = {
  base: {
    "go.mod": "module example.org/shop\n\ngo 1.22\n",
    "cart.go": GO_CART,
    "cart_test.go": GO_TEST,
    "price.go":
      "package shop\n\nfunc Price(count int) int {\n\treturn count * 2\n}\n\nfunc Gone() int {\n\treturn 1\n}\n",
  },
  head: {
    "go.mod": "module example.org/shop\n\ngo 1.22\n",
    "cart.go": GO_CART,
    "cart_test.go": GO_TEST,
    "price.go": "package shop\n\nfunc Price(count int, each int) int {\n\treturn count * each\n}\n",
    "more.go": "package shop\n\nfunc Fresh() int {\n\treturn Price(1, 2)\n}\n",
  },
};

const RUST_CART =
  "use crate::price::{gone, price};\n\npub struct Cart {\n    pub items: u32,\n}\n\nimpl Cart {\n" +
  "    pub fn total(&self) -> u32 {\n        price(self.items) + gone()\n    }\n}\n\n" +
  "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn totals() {\n" +
  "        let cart = Cart { items: 1 };\n        assert_eq!(cart.total(), 2);\n    }\n}\n";
const rust: TestedChange = {
  base: {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
    "src/lib.rs": "pub mod cart;\npub mod price;\n",
    "src/cart.rs": RUST_CART,
    "src/price.rs":
      "pub fn price(count: u32) -> u32 {\n    count * 2\n}\n\npub fn gone() -> u32 {\n    1\n}\n",
  },
  head: {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
    "src/lib.rs": "pub mod cart;\npub mod price;\n",
    "src/cart.rs": RUST_CART,
    "src/price.rs": "pub fn price(count: u32, each: u32) -> u32 {\n    count * each\n}\n",
  },
};

const JAVA_CART =
  "package shop;\n\npublic class Cart {\n    public int total() {\n        return Price.price(1) + Price.gone();\n    }\n}\n";
const JAVA_TEST =
  "package shop;\n\nimport org.junit.jupiter.api.Test;\n\nclass CartTest {\n    @Test\n    void totals() {\n" +
  "        Cart cart = new Cart();\n        cart.total();\n    }\n}\n";
const java: TestedChange = {
  base: {
    "pom.xml": "<project><modelVersion>4.0.0</modelVersion></project>\n",
    "src/main/java/shop/Cart.java": JAVA_CART,
    "src/test/java/shop/CartTest.java": JAVA_TEST,
    "src/main/java/shop/Price.java":
      "package shop;\n\npublic class Price {\n    static int price(int count) {\n        return count * 2;\n    }\n\n" +
      "    static int gone() {\n        return 1;\n    }\n}\n",
  },
  head: {
    "pom.xml": "<project><modelVersion>4.0.0</modelVersion></project>\n",
    "src/main/java/shop/Cart.java": JAVA_CART,
    "src/test/java/shop/CartTest.java": JAVA_TEST,
    "src/main/java/shop/Price.java":
      "package shop;\n\npublic class Price {\n    static int price(int count, int each) {\n" +
      "        return count * each;\n    }\n}\n",
  },
};

export const SAMPLES = {
  typescript: { base: typescript.base, head: typescriptHead },
  python,
  go,
  rust,
  java,
} satisfies Readonly<Record<string, TestedChange>>;
