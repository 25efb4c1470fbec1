import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/global.ts", {
  "variables that are only declared": {
    source: `
      declare const VERSION: string;
      declare var old: number, older: number;
      export declare const load: (path: string) => {
        text: string;
      };
    `,
    outline: `
      variable VERSION 1-1
      variable old 2-2
      variable older 2-2
      variable load 3-5
        property load.text 4-4
    `,
    signatures: `
      VERSION | const VERSION: string
      old | var old: number, older: number
      older | var old: number, older: number
      load | const load: (path: string) =>
      load.text | text: string
    `,
  },
  "default exports of names": {
    source: `
      export default foo;
      export default foo!;
      export default foo.bar as Bar<A | B>;
      export default foo! as unknown as (a: A) => B;
      export default foo satisfies Bar;
    `,
    outline: "",
  },
  "default exports of values": {
    source: `
      export default foo as Bar || bar;
      export default { a: 1 } satisfies Bar;
      export default foo() as Bar;
    `,
    outline: `
      variable default 1-1
      variable default 2-2
      variable default 3-3
    `,
  },
  "variables of namespaces and modules, not those of functions in them": {
    source: `
      namespace Codes {
        const first = 1;
        export const second = 2, third = () => first;
        export function read() { const local = 3; [1].map(() => { const inner = 4; }); }
      }
      declare module "zip" {
        var level: number;
        export const Z: 1;
      }
      declare global {
        var debug: boolean;
        interface Window { zip: string }
      }
    `,
    outline: `
      namespace Codes 1-5
        variable Codes.first 2-2
        variable Codes.second 3-3
        function Codes.third 3-3
        function Codes.read 4-4
      namespace zip 6-9
        variable zip.level 7-7
        variable zip.Z 8-8
      variable debug 11-11
      interface Window 12-12
        property Window.zip 12-12
    `,
  },
  "patterns in modules and namespaces, with types and without values": {
    source: `
      const { one, two: [three] = [] }: Parts = parts as Parts;
      export declare const { four, five }: Parts;
      namespace Codes {
        export const [six, seven = 1]: number[] = [];
        const { eight, ...rest } = parts!;
      }
      declare global {
        var { nine }: Parts;
      }
      class Store {
        static { const { local } = parts; this.ready = () => local; }
      }
    `,
    outline: `
      variable one 1-1
      variable three 1-1
      variable four 2-2
      variable five 2-2
      namespace Codes 3-6
        variable Codes.six 4-4
        variable Codes.seven 4-4
        variable Codes.eight 5-5
        variable Codes.rest 5-5
      variable nine 8-8
      class Store 10-12
        method Store.ready 11-11
    `,
  },
  "parameters with a modifier are fields of the class, optional or not": {
    source: `
      export class Engine extends Base {
        constructor(
          plain: number,
          public opts?: Options,
          protected readonly size?: number,
          readonly limit?: number,
          override key: string = "k",
          private override readonly name?: string,
          @Inject(TOKEN) private store?: Store,
          @Optional() @Self() readonly parent: Engine | null = null,
          other?: readonly string[],
        ) { super(key); }
        run(maybe?: number) {}
      }
      export default class { constructor(private only?: string) {} }
    `,
    outline: `
      class Engine 1-14
        constructor Engine.constructor 2-12
          field Engine.opts 4-4
          field Engine.size 5-5
          field Engine.limit 6-6
          field Engine.key 7-7
          field Engine.name 8-8
          field Engine.store 9-9
          field Engine.parent 10-10
        method Engine.run 13-13
      class default 15-15
        constructor default.constructor 15-15
          field default.only 15-15
    `,
  },
  "members of enumerations, modules without a body, and generators in fields": {
    source: `
      enum Kind { "a-b", "c" = 1, Plain, ["d"] = 2 }
      declare module "shorthand";
      class Store { each = function* () { yield 1; } }
    `,
    outline: `
      enum Kind 1-1
        enum_member Kind.a-b 1-1
        enum_member Kind.c 1-1
        enum_member Kind.Plain 1-1
        enum_member Kind.["d"] 1-1
      namespace shorthand 2-2
      class Store 3-3
        method Store.each 3-3
    `,
  },
  "properties by any name, but what stands for many": {
    source: `
      interface Headers {
        "content-type"?: string;
        404: string;
        readonly [Symbol.toStringTag]: "Headers";
        [Kind.Other]: number;
        [key: string]: unknown;
      }
      type Flags = { readonly [K in keyof Headers]?: boolean };
    `,
    outline: `
      interface Headers 1-7
        property Headers.content-type 2-2
        property Headers.404 3-3
        property Headers.[Symbol.toStringTag] 4-4
        property Headers.[Kind.Other] 5-5
      type Flags 8-8
    `,
  },
  "functions put into what has no name go by their own": {
    source: `
      (engine.context as Mutable).walk = async () => 1;
      stores().open = function () {};
      engine.stores["main"].close = () => 2;
    `,
    outline: `
      function walk 1-1
      function open 2-2
      method engine.stores.close 3-3
    `,
  },
});
