/**
 * Takes the place of the SDK's `_shims` in the bundle (see tools/build/build.ts). The SDK's own brings a
 * compiler of JSON Schemas, a third of its size, to check what people type into forms; this server shows
 * none. The module `node:process` is left out as well: importing it opens all three standard streams.
 */
const { process } = globalThis;
export { process };

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server asks for no input that has to be validated");
  }
}
