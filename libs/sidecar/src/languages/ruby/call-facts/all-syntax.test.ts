import { checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkReader({
  path: "lib/sample.rb",
  calls: `
    require "x"
    module Outer
      class Inner < Base.c1(c2)
        extend c3
        LIMIT = c4
        @@all = [c5, *c6(), key: c7]
        def initialize(a = c8, b: c9, **c)
          @a, self.b = c10, c11
          yield c12
          c13 { |x| c14 x }
          c15 do c16 end
        end
        def self.make = c17.c18(c19)
        class << self
          def open
            c20
          rescue c21, Other => e
            c22
          else
            c23
          ensure
            c24
          end
        end
        def method_with(block)
          return c25, c26 if c27
          c28 unless c29
          c30 while c31
          begin; c32; end until c33
          for i in c34 do c35 end
          c36 rescue c37
          c38 ? c39 : c40
          c41 && c42 || c43
          not c44 and c45 or !c46
          c47 + c48 * -c49
          a[c50] = c51
          a[c52] ||= c53
          @x ||= c54
          x += c55
          c56..c57
          "#{c58} #{"#{c59}"}" "#{c60}"
          /#{c61}/ =~ %w[c d]
          \`ls #{c62}\`
          <<~TEXT
            #{c63} c
          TEXT
          { c64 => c65, key: c66, "a": c67, **c68 }
          c69(*c70, **c71, k: c72, &c73)
          x.c74&.c75::c76
          a.map(&:c77)
          ->(x = c78) { c79 }
          lambda { |x| c80 }
          case c81
          when c82, c83 then c84
          else c85
          end
          case c86
          in {name: String => n} if c87 then c88
          in [a, *] then c89
          else c90
          end
          if c91 then c92 elsif c93 then c94 else c95 end
          c96 << c97 << c98
          defined?(foo)
          a, (b, *c), d[c99] = c100
          Struct.new(:x).c101 { c102 }
          Class.new(c103) { def go = c104 }
          obj.send(:c105, c106)
          x.c107 c108 do |(a, b), c = c109; d| next c110; break c111 end
          [c112, (c113; c114)]
          return x.(c115)
        end
        define_method(:dyn) { c116 }
        Point = Struct.new(:x) { def go = c117 }
        attr_reader :name
      end
    end
    BEGIN { c118 }
    def top() = c119
  `,
  tokens: [
    "def m(a, b: 1)",
    "class A < B",
    "module C",
    "end",
    "do |x|",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "->",
    "x",
    "@y",
    "@@z",
    "$g",
    "A::B",
    ".new",
    "&.",
    ":sym",
    "'s'",
    '"#{',
    "=",
    "||=",
    "*",
    "&",
    "yield",
    "super",
    "return",
    "case x",
    "in {a:}",
    "when",
    "rescue => e",
    "ensure",
    "if",
    "else",
    "<<~T",
    "alias a b",
    "#",
    ",",
    "=>",
    "self",
  ],
  deep: `${"not ".repeat(50_000)}c1`,
});
