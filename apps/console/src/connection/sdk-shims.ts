/**
 * Replaces the MCP client's `_shims` in the page's bundle (see tools/build/console.ts). The original contains
 * a JSON Schema interpreter to check answers of listed tools; the page lists none, and the contracts' parser
 * reads its answers.
 */

/** In a browser, an error of fetch may be caused by a rejected origin. */
export const CORS_IS_POSSIBLE = true;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The page lists no tools, whose answers would have to be validated");
  }
}
