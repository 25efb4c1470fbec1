/** Values with a declared type that does not say which function they are. */
import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "TypeScript: a type that says how its objects are called does not say which function one is": {
    files: `
      //- set.ts
      interface Setter { (x: string): string; (x: undefined): undefined }
      export const set: Setter = (x) => x;
      export const cast = ((x) => x) as unknown as Setter;
      export class Box { put: Setter = (x) => x; use() { this.put("x"); } }
      export function give(callback: Setter) { callback("x"); }
      //- main.ts
      import { cast, give, set } from "./set";
      export function run() { set("x"); cast("x"); give(given); }
      function given(x: string) { return x; }
    `,
    edges: `
      run → set
      run → cast
      run → give
      Box.use → Box.put
      give → given
    `,
  },
});
