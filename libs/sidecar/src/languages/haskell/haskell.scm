; Types and classes. An instance is named after its type, which `readName` finds.
(data_type name: (_) @name constructors: (_)? @body) @definition.struct
(newtype name: (_) @name constructor: (_) @body) @definition.struct
(data_constructor [(record name: (_) @name) (prefix name: (_) @name) (infix operator: (_) @name)]) @definition.constructor
(newtype_constructor name: (_) @name) @definition.constructor
(gadt_constructor name: (_) @name) @definition.constructor
(field name: (field_name (variable) @name)) @definition.field
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.class
(instance patterns: (_) @name declarations: (_)? @body) @definition.impl
(pattern_synonym (equation synonym: (_) @name)) @definition.constructor

; Functions: a signature and the equations after it are one definition. Local values are not symbols.
(declarations (signature name: (_) @name) @definition.function)
(declarations (signature names: (binding_list name: (_) @name)) @definition.function)
(class_declarations (signature name: (_) @name) @definition.function)
(class_declarations (signature names: (binding_list name: (_) @name)) @definition.function)
(foreign_import signature: (signature name: (_) @name)) @definition.function
(function name: (_) @name match: (_) @body) @definition.function
(function (infix operator: (_) @name) match: (_) @body) @definition.function
(declarations (bind name: (_) @name match: (_) @body) @definition.function)
(class_declarations (bind name: (_) @name match: (_) @body) @definition.function)
(instance_declarations (bind name: (_) @name match: (_) @body) @definition.function)
(pragma) @leading

; Calls: a name applied to arguments, alone in a `do`, or next to an operator that applies or composes
(apply function: [(variable) (constructor)] @call.name) @call
(apply function: (qualified module: (_) @call.receiver id: [(variable) (constructor)] @call.name)) @call
(exp . (variable) @call @call.name .)
(infix left_operand: [(variable) @call @call.name (constructor) @call @call.name (qualified module: (_) @call.receiver id: [(variable) (constructor)] @call @call.name)] operator: (operator) @_applies
  (#any-of? @_applies "$" "$!" "<$>" "<$!>" "." "=<<" ">=>" "<=<"))
(infix operator: (operator) @_applies right_operand: [(variable) @call @call.name (constructor) @call @call.name (qualified module: (_) @call.receiver id: [(variable) (constructor)] @call @call.name)]
  (#any-of? @_applies "." ">>=" ">=>" "<=<" "&" "<&>"))
(infix operator: (infix_id [(variable) @call.name (qualified module: (_) @call.receiver id: (variable) @call.name)])) @call
(infix operator: (infix_id [(constructor) @call.name (qualified module: (_) @call.receiver id: (constructor) @call.name)])) @call
(record . (constructor) @call.name) @call
(record . (qualified module: (_) @call.receiver id: (constructor) @call.name)) @call
; Operators, except common ones of numbers, functions, lists and functors
([(infix operator: [(operator) @call.name (qualified module: (_) @call.receiver id: (operator) @call.name)])
  (left_section [(operator) @call.name (qualified module: (_) @call.receiver id: (operator) @call.name)])
  (right_section [(operator) @call.name (qualified module: (_) @call.receiver id: (operator) @call.name)])
  (apply function: (prefix_id [(operator) @call.name (qualified module: (_) @call.receiver id: (operator) @call.name)]))] @call
  (#not-any-of? @call.name "+" "-" "*" "/" "^" "^^" "**" "==" "/=" "<" ">" "<=" ">=" "&&" "||" "." "$" "$!" "&" "++" "!!" "<>" "<$>" "<$!>" "<$" "$>" "<&>" "<*>" "<*" "*>" "<|>" ">>=" ">>" "=<<" ">=>" "<=<"))
(infix operator: (constructor_operator) @call.name) @call
(context) @quiet
(signature type: (_) @quiet)
(instance patterns: (_) @quiet)
(data_type patterns: (_) @quiet)
(data_constructor) @quiet
(newtype_constructor) @quiet
(gadt_constructor) @quiet
(type_family) @quiet
(type_synomym) @quiet
(function (infix left_operand: (_) @quiet))
(function (infix right_operand: (_) @quiet))
(patterns) @quiet
(alternative pattern: (_) @quiet)
(bind pattern: (_) @quiet)

; Functions used as values
(apply argument: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(apply argument: (parens (variable) @reference.value))
(infix left_operand: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(infix right_operand: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(list element: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(bind match: (match [(variable) @reference.value (qualified id: (variable) @reference.value)]))
(function match: (match expression: [(variable) @reference.value (qualified id: (variable) @reference.value)]))
(tuple element: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(field_update expression: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(conditional then: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(conditional else: [(variable) @reference.value (qualified id: (variable) @reference.value)])
(alternative match: (match expression: [(variable) @reference.value (qualified id: (variable) @reference.value)]))
(let_in expression: [(variable) @reference.value (qualified id: (variable) @reference.value)])

(instance name: (name) @reference.implements)
(deriving classes: [(name) @reference.implements (_ (name) @reference.implements)])
(class context: (context (_ [(apply constructor: (name) @reference.extends) (_ (apply constructor: (name) @reference.extends))])))
(name) @reference.type

[(import) (module_export)] @import
[(comment) (haddock)] @comment
