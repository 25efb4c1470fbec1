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
