import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("lib/server.rb", {
  "classes and modules are types with members; what is mixed in comes before the class above": {
    source: `
      module Net::Wire
        class Server < Base::Server
          include Logging, Other
          extend Helpers
          LIMIT = 3
          @@count = 0
          def initialize(name) = @name = name
          def self.make(*args) = new(*args)
          class << self
            def open; self.close; end
          end
          private def hidden!
          end
          alias old hidden!
          alias_method :older, :old
          define_method(:dyn) { |x| x.go }
          attr_reader :name
          attr_writer "url"
        end
      end
    `,
    flow: `
      file#0
        Net = #1
        partial class Net#1
          Wire = #2
          partial class Wire#2
            Server = #3
            partial class Server#3 < a Logging < a Other < Base.Server < typeof Helpers
              LIMIT = "3"
              @@count = "0"
              initialize = #4
              make = #5
              open = #6
              hidden! = #7
              old = a this.hidden!
              older = a this.old
              dyn = #8
              name = #9
              url= = #10
              call include at 3: include(Logging, Other)
              call extend at 4: extend(Helpers)
              call private at 12: private("hidden!")
              call alias_method at 15: alias_method("older", "old")
              call define_method at 16: define_method("dyn", yield: #8)
              call attr_reader at 17: attr_reader("name")
              call attr_writer at 18: attr_writer("url")
              constructor function initialize#4(name)
                this.@name = name
                return name
              static function make#5(rest args)
                return new this(*: args)
                call Server at 8: new this(*: args)
              static function open#6()
                return this.close()
                call close at 10: this.close()
              function hidden!#7()
              function dyn#8(x)
                return x.go()
                call go at 16: x.go()
              function name#9()
                return this.@name
              function url=#10(value)
                this.@url = value
    `,
  },
  "a bare word is a variable once it is assigned, and before that a call": {
    source: `
      def run(a, b = word, *rest, key:, opt: 1, **options, &block)
        a
        word
        word = 1
        word
        b.each { |x| x.go(word) }
        block.call(1)
        yield a, 2
        Server.new(a).start
        Net::Server.new
        self.limit = 3
        a&.stop!
        a::b(1)
        a.(1)
        super
        super(a)
      end
    `,
    flow: `
      file#0
        run = #1
        function run#1(a, b = word(), rest rest, key, opt = "1", keywords options, yield)
          block = yield
          word = "1"
          return super.run(a)
          call word at 1: word()
          call word at 3: word()
          call each at 6: b.each(yield: #2)
          call call at 7: block.call("1")
          call yield at 8: yield(a, "2")
          call Server at 9: new Server(a)
          call start at 9: new Server(a).start()
          call Server at 10: new Net.Server()
          call limit= at 11: this.limit=("3")
          call stop! at 12: a.stop!()
          call b at 13: a.b("1")
          call call at 14: a.call("1")
          call run at 15: super.run(a, b, *: rest, key: key, opt: opt, **: options, yield: block)
          call run at 16: super.run(a)
          arrow function#2(x)
            x = each of b in #1
            return x.go(word)
            call go at 6: x.go(word)
    `,
  },
  "classes may be made by calls": {
    source: `
      Point = Struct.new(:x, :y) do
        def length = x
      end
      Error = Class.new(StandardError)
      Shape = Data.define(:name)
      Class.new(Base) { def go; end }.new
    `,
    flow: `
      file#0
        Point = #1
        Error = #7
        Shape = #8
        call Struct at 1: new Struct("x", "y")
        call Class at 4: new Class(StandardError)
        call define at 5: Data.define("name")
        call Class at 6: new Class(Base)
        call  at 6: new #11()
        partial class Point#1
          x = #2
          x= = #3
          y = #4
          y= = #5
          length = #6
          function x#2()
            return this.@x
          function x=#3(value)
            this.@x = value
          function y#4()
            return this.@y
          function y=#5(value)
            this.@y = value
          function length#6()
            return x()
            call x at 2: x()
        partial class Error#7 < StandardError
        partial class Shape#8
          name = #9
          name= = #10
          function name#9()
            return this.@name
          function name=#10(value)
            this.@name = value
        class#11 < Base
          go = #12
          function go#12()
    `,
  },
  "assignments bind, store, and call methods that write": {
    source: `
      @server ||= Server.new
      @@all = [*others, :a, "b", "#{c}", key: 1]
      $log = { a: f, "b" => g, 3 => h, :d => 4, e:, **more }
      a, (b, *c), d.e = pair
      list << item
      X::Y = 2
      h[:k] = v
      n += 1
      A ||= B
    `,
    flow: `
      file#0
        @@all = [each of others(), "a", "b", <String>, {key: "1"}]
        $log = {a: f(), b: g(), 3: h(), d: "4", e: e(), more()}
        a = pair()["0"]
        b = pair()["1"]["0"]
        c = pair()["1"]
        A = B
        this.@server = new Server()
        list()[?] = item()
        X.Y = "2"
        h()["k"] = v()
        call Server at 1: new Server()
        call others at 2: others()
        call c at 2: c()
        call f at 3: f()
        call g at 3: g()
        call h at 3: h()
        call e at 3: e()
        call more at 3: more()
        call d at 4: d()
        call e= at 4: d().e=(pair()["2"])
        call pair at 4: pair()
        call list at 5: list()
        call item at 5: item()
        call h at 7: h()
        call v at 7: v()
    `,
  },
  "a method returns what its body ends with, on each of its ways": {
    source: `
      def f(x)
        if x then A elsif x.b? then B else C end
      end
      def g(x)
        return A, B if x
        case x
        when String then A.new
        else B
        end
      rescue Error, Net::Error => e
        e
      ensure
        done
      end
      def h(x) = x || A && B
      def i(x) = x ? A : B
      def j
        items.map { |x| next A; return B }
      end
    `,
    flow: `
      file#0
        f = #1
        g = #2
        h = #3
        i = #4
        j = #5
        function f#1(x)
          return (A | (B | C))
          call b? at 2: x.b?()
        function g#2(x)
          e = a (Error | Net.Error)
          return [A, B]
          return ((new A() | B) | e)
          call A at 7: new A()
          call done at 13: done()
        function h#3(x)
          return (x | B)
        function i#4(x)
          return (A | B)
        function j#5()
          return B in #6
          return items().map(yield: #6)
          call items at 18: items()
          call map at 18: items().map(yield: #6)
          arrow function#6(x)
            x = each of items() in #5
            return A
    `,
  },
  "blocks get what well-known methods pass to them, and methods may be called by their names": {
    source: `
      users.each { |user| user.save }
      users.map(&:name)
      pairs.each_with_index { |(a, b), i| a.go }
      server.tap { it.start }
      users.each do _1.save end
      add = ->(x, y = 1) { x }
      sub = lambda { |x| x }
      add.call(1)
      run(&add)
      send(:start, 1)
      m = server.method(:stop)
      server.public_send(:stop)
      server.class
      for a, b in pairs do a.go end
    `,
    flow: `
      file#0
        add = #5
        sub = #6
        m = server().stop
        a = each of pairs()["0"]
        b = each of pairs()["1"]
        call users at 1: users()
        call each at 1: users().each(yield: #1)
        call users at 2: users()
        call map at 2: users().map()
        call name at 2: each of users().name()
        call pairs at 3: pairs()
        call each_with_index at 3: pairs().each_with_index(yield: #2)
        call server at 4: server()
        call tap at 4: server().tap(yield: #3)
        call users at 5: users()
        call each at 5: users().each(yield: #4)
        call lambda at 7: lambda(yield: #6)
        call call at 8: add.call("1")
        call run at 9: run(yield: add)
        call send at 10: send("start", "1")
        call start at 10: start("1")
        call server at 11: server()
        call method at 11: server().method("stop")
        call server at 12: server()
        call public_send at 12: server().public_send("stop")
        call stop at 12: server().stop()
        call server at 13: server()
        call class at 13: server().class()
        call pairs at 14: pairs()
        call go at 14: a.go()
        arrow function#1(user)
          user = each of users() in #0
          return user.save()
          call save at 1: user.save()
        arrow function#2(, i)
          a = [each of pairs()] in #0["0"]["0"]
          b = [each of pairs()] in #0["0"]["1"]
          i = [each of pairs()] in #0["1"]
          return a.go()
          call go at 3: a.go()
        arrow function#3(it)
          it = server() in #0
          return it.start()
          call start at 4: it.start()
        arrow function#4(_1)
          _1 = each of users() in #0
          return _1.save()
          call save at 5: _1.save()
        arrow function#5(x, y = "1")
          return x
        arrow function#6(x)
          return x
    `,
  },
  "patterns bind names to what they stand for": {
    source: `
      case value
      in {name: String => n, age:} if n then n
      in [a, *b] then a
      in Point(x:) then x
      in ^value | nil then 1
      end
      config => {port:}
    `,
    flow: `
      file#0
        n = a String
        age = value()["age"]
        a = value()["0"]
        b = value()
        x = value()["x"]
        port = config()["port"]
        call value at 1: value()
        call config at 7: config()
    `,
  },
  "a module may be mixed in where it is told who includes it, and by the name of one that stands in the class":
    {
      source: `
      module Finders
        def self.included(base)
          base.extend(ClassMethods)
          base.send(:include, Other)
        end
        module ClassMethods
        end
        extend self
        class << self
          include Tools
        end
      end
    `,
      flow: `
      file#0
        Finders = #1
        partial class Finders#1 < a Other < typeof Tools < typeof #1 < typeof a #3 < typeof a #3
          included = #2
          ClassMethods = #3
          call extend at 8: extend(this)
          call include at 10: include(Tools)
          static function included#2(base)
            return base.include(Other)
            call extend at 3: base.extend(ClassMethods)
            call send at 4: base.send("include", Other)
            call include at 4: base.include(Other)
          partial class ClassMethods#3
    `,
    },
  "what calls a method to read and to write calls both, and what has arguments is no variable": {
    source: `
      def run(at)
        at.pos += 1
        stat = stat(at)
      end
      ::Set.new
    `,
    flow: `
      file#0
        run = #1
        call Set at 5: new Set in #0()
        function run#1(at)
          stat = this.stat(at)
          return this.stat(at)
          call pos at 2: at.pos()
          call pos= at 2: at.pos=(?)
          call stat at 3: this.stat(at)
    `,
  },
});
