// Made by `npm run generate`; do not edit.
import type { ErrorObject } from "ajv";
import type { ToolName } from "../tool-names.ts";

interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}
export declare const validators: { readonly [Name in ToolName]: Validator };
