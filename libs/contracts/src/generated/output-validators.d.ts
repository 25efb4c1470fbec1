// Made by `npm run generate`; do not edit.
import type { ToolName } from "../tool-names.ts";
import type { SchemaFault } from "../validate/validate-input.ts";

interface Validator {
  (value: unknown): boolean;
  errors?: SchemaFault[] | null;
}
export declare const validators: { readonly [Name in ToolName]: Validator };
