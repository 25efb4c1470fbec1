import { checkEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "`module_function` on its own makes all methods below functions of the module": {
    files: `
      //- lib/bare.rb
      module Bare
        def before; end

        module_function

        def one(x)
          two(x)
        end

        def two(x) = self.three

        def three; end

        public

        def after
          one(1)
        end
      end
      module Again
        module_function()
        def run; end
        private
        def hidden; end
      end
      //- lib/use.rb
      class Use
        include Bare
        def go
          Bare.one(1)
          Bare::two(2)
          Bare.before
          Bare.after
          Again.run
          Again.hidden
          one(3)
          before
        end
      end
    `,
    edges: `
      Bare.one → Bare.two
      Bare.two → Bare.three
      Bare.after → Bare.one
      Use.go → Bare.one
      Use.go → Bare.two
      Use.go → Again.run
      Use.go → Bare.one
      Use.go → Bare.before
    `,
  },
  "`module_function` with names, with a definition, and with computed names": {
    files: `
      //- lib/named.rb
      module Named
        module_function def one; end
        def two; end
        def three; end
        def four; end
        def five; end
        def six; end
        module_function :two, "three"
        module_function [:four]
        module_function(*%i[five])
      end
      module Computed
        def one; end
        module_function(*instance_methods)
      end
      //- lib/named_more.rb
      module Named
        module_function :six
      end
      Named.one
      Named.two
      Named.three
      Named.four
      Named.five
      Named.six
      Computed.one
    `,
    edges: `
      lib/named_more.rb → Named.one
      lib/named_more.rb → Named.two
      lib/named_more.rb → Named.three
      lib/named_more.rb → Named.four
      lib/named_more.rb → Named.five
      lib/named_more.rb → Named.six
      lib/named_more.rb → Computed.one
    `,
  },
  "other ways to make methods of the class, and what hides them": {
    files: `
      //- lib/ways.rb
      module Ext
        extend self
        def outer = inner
        private
        def inner; end
      end
      class Ways
        class << self
          def shown = hidden
          private
          def hidden; end
        end
        def self.made = own
        def self.own; end
        private_class_method :own
        private_class_method def self.apart; end
        def go = self.class.made
      end
      def top
        Ext.outer
        Ways.shown
        Ways.apart
      end
    `,
    edges: `
      Ext.outer → Ext.inner
      Ways.shown → Ways.hidden
      Ways.made → Ways.own
      Ways.go → Ways.made
      top → Ext.outer
      top → Ways.shown
      top → Ways.apart
    `,
  },
  "refinements add methods to objects of a class, of the codebase or the language": {
    files: `
      //- lib/shout.rb
      module Shout
        refine String do
          def shout = mark
          def mark = "!"
        end
        refine Box do
          def peek = open_it
        end
      end
      //- lib/use.rb
      using Shout
      class Box
        def open_it; end
      end
      def top(box)
        "x".shout
        Box.new.peek
      end
    `,
    edges: `
      Shout.<2>.shout → Shout.<2>.mark
      Box.peek → Box.open_it
      top → Shout.<2>.shout
      top → Box
      top → Box.peek
    `,
  },
  "methods that a codebase adds to a class of the language are called on its literals": {
    files: `
      //- lib/core.rb
      class String
        def shout = mark
        def mark; end
      end
      class Integer
        def minutes = self * 60
      end
      //- lib/use.rb
      def top
        "x".shout
        5.minutes
      end
    `,
    edges: `
      String.shout → String.mark
      top → String.shout
      top → Integer.minutes
    `,
  },
});
