/**
 * Answers as readers have to expect them: lists that grow with the product have names that this version does
 * not know.
 */
import type * as contracts from "@satori/contracts";

/** Those of docs/versioning.md. */
interface OpenLists {
  readonly error: contracts.ErrorCode;
  readonly warning: contracts.WarningCode;
  readonly symbolKind: contracts.SymbolKind;
  readonly skipCause: contracts.SkipCause;
  readonly withoutCallGraph: Extract<contracts.CallGraphHint, { readonly supported: false }>["reason"];
}

/** The answer of a tool; where a name is of an open list, any other may stand in its place. */
export type ToolOutput<Tool extends contracts.ToolName> = Opened<contracts.ToolOutput<Tool>>;

type Opened<Value> = unknown extends Value
  ? Value
  : [Value] extends [string | undefined]
    ? OpenedName<Value>
    : { [Key in keyof Value]: Opened<Value[Key]> };

/** Whatever is not the whole of such a list stays as it is, such as a status. */
type OpenedName<Name> = true extends {
  [List in keyof OpenLists]: IsSame<Exclude<Name, undefined>, OpenLists[List]>;
}[keyof OpenLists]
  ? Name | (string & {})
  : Name;

type IsSame<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false;
