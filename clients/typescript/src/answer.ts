/**
 * Answer types for clients: lists that grow with the product may contain names that this version does not
 * know.
 */
import type * as contracts from "@satori/contracts";

/** The open lists of docs/versioning.md. */
interface OpenLists {
  readonly error: contracts.ErrorCode;
  readonly warning: contracts.WarningCode;
  readonly symbolKind: contracts.SymbolKind;
  readonly skipCause: contracts.SkipCause;
  readonly withoutCallGraph: Extract<contracts.CallGraphHint, { readonly supported: false }>["reason"];
}

/** The answer of a tool; where it contains a name of an open list, any other string is possible too. */
export type ToolOutput<Tool extends contracts.ToolName> = Opened<contracts.ToolOutput<Tool>>;

/** The answer of `search_codebase` in the result modes `grouped` and `raw`. */
export type SearchResultsOutput = Exclude<ToolOutput<"search_codebase">, { readonly sections: unknown }>;

/** The answer of `search_codebase` in the result mode `context`. */
export type SearchContextOutput = Exclude<ToolOutput<"search_codebase">, { readonly results: unknown }>;

type Opened<Value> = unknown extends Value
  ? Value
  : [Value] extends [string | undefined]
    ? OpenedName<Value>
    : { [Key in keyof Value]: Opened<Value[Key]> };

/** A type that is not exactly such a list stays as it is; a status, for example. */
type OpenedName<Name> = true extends {
  [List in keyof OpenLists]: IsSame<Exclude<Name, undefined>, OpenLists[List]>;
}[keyof OpenLists]
  ? Name | (string & {})
  : Name;

type IsSame<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false;
