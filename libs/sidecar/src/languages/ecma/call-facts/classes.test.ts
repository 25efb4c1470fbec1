import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/classes.ts", {
  "a class has methods, fields with types and values, and bases": {
    source: `
      export abstract class Server<T extends Base = Base> extends mixin(Core)<T> implements Runs, Stops<T> {
        static #count = 0;
        private readonly log: Logger = createLogger();
        handler = async (request: Request) => this.log.info(request);
        declare later: Later;
        constructor(private readonly store: Store, protected x?, @Inject(T) y = z()) { super(store); }
        static of(): Server { return new this(); }
        get size(): number { return this.store.size(); }
        set size(value) { this.resize(value); }
        protected abstract stop(reason: string): Promise<void>;
        async *[Symbol.asyncIterator]() { yield* this.store; yield 1; return 2; }
        static { setUp(); }
        "quoted-name"() {}
        self(): this { return this; }
        override run() { super.run(); }
      }
    `,
    flow: `
      file#0
        Server = #1
        call mixin at 1: mixin(Core)
        class Server#1 < mixin(Core)<T> < Runs < Stops<T>
          T = Base<>
          #count = <number>
          log = a Logger
          log = #2 given createLogger()
          handler = #3
          later = a Later
          store = a Store
          constructor = #4
          of = #5
          size = #6
          stop = #8
          [Symbol.asyncIterator] = #9
          quoted-name = #11
          self = #12
          run = #13
          call  at 6: Inject(T)(?)
          call Inject at 6: Inject(T)
          arrow variable function log#2()
            call createLogger at 3: createLogger()
          async arrow function handler#3(request: Request)
            return this.log.info(request)
            call info at 4: this.log.info(request)
          constructor function constructor#4(store: Store, x, y = z())
            this.store = store
            this.x = x
            call z at 6: z()
            call super at 6: super(store)
          static function of#5(): Server
            return new this()
            call this at 7: new this()
          getter function size#6(): <number>
            return this.store.size()
            call size at 8: this.store.size()
          setter function size#7(value)
            call resize at 9: this.resize(value)
          abstract function stop#8(reason: <string>): Promise<?>
          async generator function [Symbol.asyncIterator]#9()
            return each of this.store
            return <number>
          static function#10()
            call setUp at 12: setUp()
          function quoted-name#11()
          function self#12(): typeof this
            return this
          function run#13()
            call run at 15: super.run()
      export Server = Server
    `,
  },
  "a class may be an expression, with the name of its variable or its own": {
    source: `
      const A = class extends B {};
      const C = class D {};
    `,
    flow: `
      file#0
        A = #1
        D = #2
        C = #2
        class A#1 < B
        class D#2
    `,
  },
  "an enumeration has numbers and texts": {
    source: `
      enum Level { Low, High = compute(), Name = "n" }
    `,
    flow: `
      file#0
        Level = #1
        class Level#1
          Low = <number>
          High = <number>
          Name = <string>
          call compute at 1: compute()
    `,
  },
  "an interface declares what is called like methods and fields": {
    source: `
      interface Repo<T> extends Base<T>, other.Closer {
        find(id: string): Promise<T[]>;
        readonly on: (event: Event) => Unsubscribe;
        get size(): number;
        (query: Query): Result;
        new (): Repo<T>;
        [key: string]: Entry;
        inner: { deep(): Deep };
      }
    `,
    flow: `
      file#0
        Repo = #1
        interface Repo#1 < Base<T> < other.Closer
          T = ?<>
          find = #2
          on = a () => Unsubscribe
          size = #3
          () = #4
          new = #5
          [] = a Entry
          inner = a #6
          abstract function find#2(id: <string>): Promise<Array<T>>
          abstract getter function size#3(): <number>
          abstract function ()#4(query: Query): Result
          abstract constructor function new#5(): Repo<T>
          interface#6
            deep = #7
            abstract function deep#7(): Deep
    `,
  },
  "types are expressions; what would have to be computed is unknown": {
    source: `
      type A = B | null | undefined | string;
      type C = readonly D[] & [e: E, f?: F, ...g: G[]];
      type H = typeof server.start;
      type I = (x: X) => import("./m").Y;
      type J = new () => K;
      type L = M["n"] | O[number];
      type P = Q extends R ? S : T;
      type U = { [K in keyof V]: V[K] };
      type W = "a" | 1 | true | \`b\${C}\`;
      type X = { run(): void };
    `,
    flow: `
      file#0
        A = (B | <string>)
        C = (Array<D> | Array<(E | F | typeof each of a Array<G>)>)
        H = typeof server.start
        I = () => import(./m, *).Y
        J = () => K
        L = (typeof a M.n | typeof each of a O)
        P = ?
        U = ?
        W = (((<string> | <number>) | <boolean>) | <string>)
        X = #1
        interface X#1
          run = #2
          abstract function run#2()
    `,
  },
  "overloads are bound beside what they stand for": {
    source: `
      function f(a: string): A;
      function f(this: Host, a?: any, ...more: B[]): A { return g<A>(a)!; }
      declare function h(x: unknown): x is C;
    `,
    flow: `
      file#0
        f = #1
        f = #2
        h = #3
        abstract function f#1(a: <string>): A
        function f#2(receiver this: Host, a, rest more: Array<B>): A
          return g<A>(a)
          call g at 2: g<A>(a)
        abstract function h#3(x): <boolean><C>
    `,
  },
});
