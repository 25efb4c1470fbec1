import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

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

describe("Ruby's methods of classes and of their objects", () => {
  checkEdges({
    "have names of their own: what stands in the body of a class is called on the class": {
      files: `
  //- lexer.rb
  class Lexer
    def self.state(name) end
    def state() = name
    def name() end
    class << self
      alias rule state
    end
    alias now state
  end
  //- json.rb
  class Json < Lexer
    state :root
    def run
      state
      self.class.state(:x)
      now
    end
    def self.make
      state(:y)
      rule(:z)
    end
  end
`,
      edges: `
        json.rb → Lexer.state@2
        Json.run → Lexer.state@3
        Json.run → Lexer.state@2
        Json.run → Lexer.state@3
        Json.make → Lexer.state@2
        Json.make → Lexer.state@2
        Lexer.state@3 → Lexer.name
      `,
    },
    "come from what extends the class, or from what includes hand to it": {
      files: `
  //- a.rb
  module Finders
    def self.included(base) = base.extend(ByName)
    module ByName
      def find() = build
    end
    def self.inner() end
    def show() end
  end
  module Tools
    extend self
    def cut() end
  end
  class Base
    include Finders
    extend Tools
    def self.build() end
  end
  class Item < Base
    find
    cut
    show
    inner
    def run
      show
      find
      Tools.cut
      Item.find
    end
  end
`,
      edges: `
        Finders.ByName.find → Base.build possible
        a.rb → Finders.ByName.find
        a.rb → Tools.cut
        Item.run → Finders.show
        Item.run → Tools.cut
        Item.run → Finders.ByName.find
      `,
    },
    "those of a class around are none of the one inside": {
      files: `
  //- a.rb
  class Outer
    LIMIT = -> { 1 }
    def self.close() end
    def close() end
    class Inner
      def run
        close
        LIMIT.call
      end
    end
  end
`,
      edges: "Outer.Inner.run → Outer.LIMIT",
    },
    "what a module calls and does not have is one of the classes that include it": {
      files: `
  //- a.rb
  class Request
    module Env
      def get(key) end
    end
    module Helpers
      def host() = get(:host)
    end
    include Env
    include Helpers
  end
`,
      edges: "Request.Helpers.host → Request.Env.get possible",
    },
    "what stands above a module is above the classes that include it": {
      files: `
  //- a.rb
  class Base
    def run() end
    def self.run() end
  end
  module Logged
    def run() = super
  end
  class Job < Base
    include Logged
    def run() = super
    def self.run() = super
  end
`,
      edges: `
        Logged.run → Base.run@2 possible
        Job.run@10 → Logged.run
        Job.run@11 → Base.run@3
      `,
    },
    "what makes an object of the class at hand may make one of those below": {
      files: `
  //- a.rb
  class Node
    def initialize() end
    def self.parse() = new
    def copy() = self.class.new
  end
  class Leaf < Node
    def initialize(text) end
  end
`,
      edges: `
        Node.parse → Node.initialize, Leaf.initialize possible
        Node.copy → Node.initialize, Leaf.initialize possible
      `,
    },
    "what a block calls that is run on an unseen object is known by its name alone": {
      files: `
  //- dsl.rb
  class Dsl
    def rule(pattern) end
  end
  //- lexer.rb
  class Lexer
    state(:root) { rule(/x/) }
    def run() = rule(1)
  end
`,
      edges: "Lexer.<2> → Dsl.rule name_match",
    },
    "a type that is opened on the way to another one is one of its name": {
      files: `
  //- helper.rb
  class Minitest::Test
    def app() end
  end
  //- test.rb
  class AppTest < Minitest::Test
    def run() = app
  end
`,
      edges: "AppTest.run → Minitest.Test.app",
    },
    "a block calls methods of the object that it is run on, however it gets there": {
      files: `
  //- dsl.rb
  class State
    def initialize(name, &defn)
      @defn = defn
    end
    def load = instance_eval(&@defn)
    def rule(pattern) end
  end
  class Lexer
    def self.state(name, &block) = State.new(name, &block)
    def self.rule() end
    def self.on(name, &block) = define_method(name, &block)
    def step() end
  end
  class App
    def self.get(path) = name
    def self.name() end
  end
  //- lexer.rb
  def mock(base = App, &block)
    app = Class.new(base)
    app.class_eval(&block)
  end
  def plain(&block) = block.call
  class Json < Lexer
    state(:root) { rule(/x/) }
    on(:x) { step }
    plain { rule }
    def run() = mock { get("/") && step }
  end
`,
      edges: `
        Lexer.state → State.initialize
        App.get → App.name
        plain → Json.<9>
        lexer.rb → Lexer.state
        Json.<7> → State.rule
        lexer.rb → Lexer.on
        Json.<8> → Lexer.step
        lexer.rb → plain
        Json.<9> → Lexer.rule
        Json.run → mock
        Json.run.<10> → App.get
        Json.run.<10> → Lexer.step possible
      `,
    },
    "what any object has is only possibly that of the one that is known to be there": {
      files: `
  //- a.rb
  class Lint
    def each() end
    def finish_all() end
  end
  def run(body)
    body.each
    body.finish_all
    Lint.new.each
  end
  run(Lint.new)
  run(other)
`,
      edges: `
        run → Lint.each possible
        run → Lint.finish_all
        run → Lint
        run → Lint.each
        a.rb → run
        a.rb → Lint
        a.rb → run
      `,
    },
    "may be left to other objects": {
      files: `
  //- a.rb
  class Owner
    def name() end
  end
  class Item
    def self.limit() end
    delegate :limit, to: :class
    extend Forwardable
    delegate :name, to: :owner
    delegate :name, to: :owner, prefix: true
    def_delegators :@owner, :name, :other
    def_delegator :@owner, :name, :title
    def initialize() = @owner = Owner.new
    def owner() = @owner
    def run
      name
      owner_name
      title
      limit
    end
  end
`,
      edges: `
        Item.initialize → Owner
        Item.run → Owner.name
        Item.run → Owner.name
        Item.run → Owner.name
        Item.run → Item.limit
      `,
    },
    "operators and subscripts are methods, of classes too": {
      files: `
  //- a.rb
  class Headers
    def self.[](all) = new
    def [](key) end
    def []=(key, value) end
    def <<(item) end
    def ==(other) end
  end
  def run(list)
    headers = Headers[{}]
    headers[:a]
    headers[:b] = 1
    headers[:c] ||= list[0]
    headers << 2
    headers == list
    list << 3
  end
`,
      edges: `
        Headers.[]@2 → Headers
        run → Headers.[]@2
        run → Headers.[]@3
        run → Headers.[]=
        run → Headers.[]@3
        run → Headers.[]=
        run → Headers.<<
        run → Headers.==
      `,
    },
  });
});
