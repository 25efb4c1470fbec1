import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("Ruby's constants", () => {
  checkEdges({
    "one at the top of a file is known to all, and what modules open in several files hold": {
      files: `
  //- lib/shop.rb
  module Shop
    def self.open() end
  end
  //- lib/shop/cart.rb
  module Shop
    class Cart
      def initialize(size) end
      def fill() end
    end
  end
  //- lib/shop/tools.rb
  module Shop::Tools
    def self.fill() end
  end
  //- test/cart_test.rb
  class CartTest
    def test_it
      Shop.open
      cart = Shop::Cart.new(3)
      cart.fill
      Shop::Tools.fill
    end
  end
`,
      edges: `
        CartTest.test_it → Shop.open
        CartTest.test_it → Shop.Cart.initialize
        CartTest.test_it → Shop.Cart.fill
        CartTest.test_it → Shop.Tools.fill
      `,
    },
    "what a module around means comes first": {
      files: `
  //- a.rb
  class Cart
    def self.fill() end
  end
  //- b.rb
  module Shop
    class Cart
      def self.fill() end
    end
  end
  //- c.rb
  module Shop
    class Till
      def pay() = Cart.fill
    end
  end
`,
      edges: "Shop.Till.pay → Shop.Cart.fill",
    },
    "a class of which one is derived may be named by the module around it": {
      files: `
  //- a.rb
  module Shop
    class Base
      def save() end
    end
  end
  //- b.rb
  class Base
    def save() end
  end
  //- c.rb
  class Cart < Shop::Base
    def fill() = save
  end
`,
      edges: "Cart.fill → Shop.Base.save",
    },
    "a class of the language that is opened to add to it is matched by its name alone": {
      files: `
  //- a.rb
  class Hash
    def deep() end
  end
  //- b.rb
  def run
    Hash.new.deep
  end
`,
      edges: `
        run → Hash name_match
        run → Hash.deep name_match
      `,
    },
  });
});
