/**
 * Replaces the SDK's `_shims` in the bundle (see tools/build/build.ts). The original contains a JSON Schema
 * compiler, a third of the SDK's size, which checks what people type into forms; this server shows none.
 * `node:process` is not imported either, since that opens all three standard streams.
 */
const { process } = globalThis;
export { process };

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server asks for no input that has to be validated");
  }
}
