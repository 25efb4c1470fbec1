; Functions, including mere declarations. `readName` finds the name inside the declarator.
(function_definition declarator: (_) @name body: (_) @body) @definition.function
(function_definition declarator: (_) @name) @definition.function
(declaration declarator: (function_declarator declarator: (parenthesized_declarator)) @name) @definition.variable
(declaration declarator: [
  (function_declarator)
  (pointer_declarator declarator: [(function_declarator) (pointer_declarator declarator: (function_declarator))])
] @name) @definition.function

; Types. An anonymous struct is named after its typedef.
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (_) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (_) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (_) @name) @definition.enum
(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))] declarator: (_) @name @definition.type)
(type_definition declarator: (_) @name) @definition.type
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member

; Fields and variables; if the declaration has a struct's body, their definition is only the name.
(field_declaration type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_)) (enum_specifier body: (_))] declarator: (_) @name @definition.field)
(field_declaration declarator: (_) @name) @definition.field
(declaration type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_)) (enum_specifier body: (_))] declarator: (_) @name @definition.variable)
(declaration declarator: (_) @name) @definition.variable

; Macros. Those without a value and parameters (include guards, switches) are left out.
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name value: (_) @body) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(call_expression function: (identifier) @call.name arguments: (_) @call.arguments) @call
(call_expression function: (field_expression argument: (_) @call.receiver field: (_) @call.name) arguments: (_) @call.arguments) @call
(call_expression function: (parenthesized_expression (pointer_expression argument: (field_expression argument: (_) @call.receiver field: (_) @call.name))) arguments: (_) @call.arguments) @call

(type_identifier) @reference.type
(preproc_include) @import
(comment) @comment

; After a syntax error that the parser cannot recover from, only parts of functions remain.
(ERROR (function_declarator declarator: (_) @name) @definition.function)
