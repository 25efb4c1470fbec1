/** Reads declarators of C and C++: `*(*name[3])(int)`. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { POINTER } from "../smart-pointers.ts";
import type { CReading } from "./reading.ts";

export interface Declared {
  /** Null if it has no name, such as a parameter. */
  readonly name: SyntaxNode | null;
  /** The type including everything that the declarator adds; for a function its result type. */
  readonly type: ExprId;
  /** The declarator with the parameters of the declared function; null if it declares none. */
  readonly function: SyntaxNode | null;
  readonly isArray: boolean;
  /** Whether it is a pointer or reference. */
  readonly isIndirect: boolean;
}

/**
 * Reads from the outside in. A declarator is a function if parameters directly follow its name; otherwise it
 * is a pointer to one.
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
