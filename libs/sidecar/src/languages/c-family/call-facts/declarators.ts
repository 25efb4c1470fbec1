/** What a declarator says about a name: `*(*name[3])(int)`. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { POINTER } from "../smart-pointers.ts";
import type { CReading } from "./reading.ts";

export interface Declared {
  /** Null for what has no name, such as a parameter. */
  readonly name: SyntaxNode | null;
  /** With all that the declarator adds; of a function what it returns. */
  readonly type: ExprId;
  /** The declarator whose parameters are those of the function that is declared. */
  readonly function: SyntaxNode | null;
  readonly isArray: boolean;
  /** It points or refers to what the type says. */
  readonly isIndirect: boolean;
}

/**
 * Goes from the outside in. A function is what has its parameters directly behind its name; else it is a
 * pointer to one.
 */
export function readDeclarator(node: SyntaxNode | undefined, type: ExprId, c: CReading): Declared {
  const { flow } = c;
  let at = node;
  let declared = type;
  let isArray = false;
  let isIndirect = false;
  let pending: SyntaxNode | null = null;
  for (let depth = 0; at && depth < MAX_DEPTH; depth++) {
    switch (at.type) {
      case "function_declarator":
      case "abstract_function_declarator": {
        if (pending) declared = flow.signature(declared);
        pending = at;
        break;
      }
      case "array_declarator":
      case "abstract_array_declarator":
        c.visitAll(c.parts(at).slice(1));
        declared = flow.generic(flow.name("[]"), [pending ? flow.signature(declared) : declared]);
        pending = null;
        isArray = true;
        break;
      case "pointer_declarator":
      case "reference_declarator":
      case "abstract_pointer_declarator":
      case "abstract_reference_declarator":
        if (pending) declared = flow.signature(declared);
        else if (at.type.endsWith("pointer_declarator") && c.smartPointers.has(declared))
          declared = flow.generic(flow.name(POINTER), [declared]);
        pending = null;
        isIndirect = true;
        break;
      case "parenthesized_declarator":
      case "abstract_parenthesized_declarator":
      case "attributed_declarator":
      case "variadic_declarator":
        break;
      default:
        return { name: at, type: declared, function: pending, isArray, isIndirect };
    }
    at = c.parts(at).find((part) => NAME_OR_DECLARATOR.test(part.type));
  }
  return {
    name: null,
    type: pending ? flow.signature(declared) : declared,
    function: null,
    isArray,
    isIndirect,
  };
}

const MAX_DEPTH = 50;
export const NAME_OR_DECLARATOR = /declarator$|identifier$|_name$|^operator_cast$|^template_function$/;
