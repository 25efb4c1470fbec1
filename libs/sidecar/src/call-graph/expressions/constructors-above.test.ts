/** Arguments that subclasses pass to base constructors, and the callers of these. */
import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "`super(…)` hands over what parameters of the constructor above are, from whichever file, over classes without one":
    {
      files: `
      //- one.ts
      class One { run() {} }
      export class Base { constructor(done, given) { done(); given.run(); this.given = given; } use() { this.given.run(); } }
      function first() {}
      class Sub extends Base { constructor() { super(first, new One()); } }
      //- two.js
      import { Base } from "./one.ts";
      function second() {}
      export class Middle extends Base {}
      export class Low extends Middle { constructor(given) { super(second, given); } }
      class None extends Base {}
      class Three { run() {} }
      new None(() => 1, new Three());
      //- three.js
      const { Low } = require("./two.js");
      class Two { run() {} }
      class Lower extends Low { constructor() { super(new Two()); } }
    `,
      edges: `
      Base.constructor → <7>, first, second
      Base.constructor → Three.run, One.run, Two.run
      Base.use → Three.run, One.run, Two.run
      Sub.constructor → Base.constructor
      Sub.constructor → One
      Lower.constructor → Low.constructor
      Lower.constructor → Two
      Low.constructor → Middle, Base.constructor
      two.js → None, Base.constructor
      two.js → Three
    `,
    },
  "so do calls of the method that makes objects in Python, PHP and Ruby": {
    files: `
      //- base.py
      class Base:
          def __init__(self, given):
              given.run()
      class One:
          def run(self): pass
      class Other(Base):
          def __init__(self):
              Base.__init__(self, One())
      //- sub.py
      from base import Base
      class Two:
          def run(self): pass
      class Sub(Base):
          def __init__(self):
              super().__init__(given=Two())
      //- base.php
      <?php
      class Base { function __construct($given) { $given->run(); } }
      class One { function run() {} }
      class Other { function run() {} }
      //- sub.php
      <?php
      class Sub extends Base { function __construct() { parent::__construct(new One()); } }
      //- base.rb
      class Base
        def initialize(given)
          given.run
        end
      end
      class One
        def run; end
      end
      class Two
        def run; end
      end
      //- sub.rb
      class Sub < Base
        def initialize
          super(One.new)
        end
      end
    `,
    edges: `
      Base.__construct → One.run@3
      Base.__init__ → One.run@5, Two.run@3
      Other.__init__ → Base.__init__
      Other.__init__ → One@4
      Base.initialize → One.run@7
      Sub.__construct → Base.__construct
      Sub.__construct → One@3
      Sub.__init__ → Base.__init__
      Sub.__init__ → Two@2
      Sub.initialize → Base.initialize
      Sub.initialize → One@6
    `,
  },
  "Ruby's `super` without brackets hands over what the method was given": {
    files: `
      //- base.rb
      class Base
        def initialize(given)
          given.run
        end
        def each(given, size: 1, &block)
          given.run
          block.call
        end
      end
      class One
        def run; end
      end
      class Two
        def run; end
      end
      //- sub.rb
      class Sub < Base
        def initialize(given)
          super
        end
        def each(given, size: 2, &block)
          [1].map { super }
        end
      end
      Sub.new(One.new).each(Two.new) { finish }
    `,
    edges: `
      Base.initialize → One.run
      Base.each → Two.run
      Base.each → <9>
      Sub.initialize → Base.initialize
      Sub.each.<6> → Base.each
      sub.rb → Sub.initialize
      sub.rb → One
      sub.rb → Sub.each
      sub.rb → Two
    `,
  },
  "what a parameter of any number was given is what is spread to what is above, and nowhere else": {
    files: `
      //- a.js
      class One { run() {} }
      class Two { stop() {} }
      class Base { constructor(given, other) { given.run(); other.stop(); } run() {} stop() {} }
      class Middle extends Base { constructor(...args) { super(...args); } }
      class Low extends Middle { constructor(first, ...others) { super(first, ...others); } }
      new Low(new One(), new Two());
      function kept(given) { given.stop(); }
      function wrap(...all) { kept(...all); }
      wrap(new Two());
      //- b.py
      class One:
          def run(self): pass
      class Base:
          def __init__(self, given):
              given.run()
          def run(self): pass
      class Low(Base):
          def __init__(self, *args, **options):
              super().__init__(*args, **options)
      Low(One())
    `,
    edges: `
      Base.constructor → One.run@1
      Base.constructor → Two.stop
      Middle.constructor → Base.constructor
      Low.constructor → Middle.constructor
      a.js → Low.constructor
      a.js → One@1
      a.js → Two
      wrap → kept
      a.js → wrap
      a.js → Two
      Base.__init__ → One.run@2
      Low.__init__ → Base.__init__
      b.py → Low.__init__
      b.py → One@1
    `,
  },
  "and of C#, Kotlin and Scala, whose constructors stand in the head of their class": {
    files: `
      //- Base.cs
      namespace N;
      class One { public void Run() {} }
      class Two { public void Run() {} }
      class Base { public Base(dynamic given, int size) { given.Run(); } public Base(dynamic given) { } }
      //- Sub.cs
      namespace N;
      class Sub : Base { public Sub() : base(new One(), 1) {} }
      class Other : Base { public Other() : base(new Two()) {} }
      //- Base.kt
      package p
      open class Base(done: () -> Unit) { init { done() } }
      //- Sub.kt
      package p
      fun first() {}
      class Sub : Base(::first)
      //- Base.scala
      package q
      class Box[T](held: T)
      class Base(size: Int)
      object Base { def apply(): Base = new Base(1) }
      //- Sub.scala
      package q
      class Sub extends Base(2)
      object Boxed extends Box[Int](3) { class Inner }
      class Low extends Sub
    `,
    edges: `
      N.Base.Base@4 → N.One.Run
      Base.<2> → first
      Base.apply → Base@3
      N.Sub.Sub → N.Base.Base@4
      N.Sub.Sub → N.One
      N.Other.Other → N.Base.Base@4
      N.Other.Other → N.Two
      Sub.kt → Base.Base
      Sub.scala → Base@3
      Sub.scala → Box
    `,
  },
});
