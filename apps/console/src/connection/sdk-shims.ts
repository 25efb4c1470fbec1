/**
 * Takes the place of the MCP client's `_shims` in the page's bundle (see tools/build/console.ts). The
 * client's own brings an interpreter of JSON Schemas, to check answers of tools that were listed; the page
 * lists none, and its answers are read by the contracts' parser.
 */

/** What fetch throws in a browser may come of a refused origin. */
export const CORS_IS_POSSIBLE = true;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The page lists no tools, whose answers would have to be validated");
  }
}
