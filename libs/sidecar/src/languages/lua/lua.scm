; Functions: `function a.b()`, `function a:b()`, and those assigned to a name or key. Without a body, the
; signature ends before `end`.
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_declaration name: (identifier) @name !body "end" @body) @definition.function
(function_declaration name: (_ table: (_) @scope [field: (_) @name method: (_) @name]) body: (_) @body) @definition.method
(function_declaration name: (_ table: (_) @scope [field: (_) @name method: (_) @name]) !body "end" @body) @definition.method
(assignment_statement (variable_list . name: [(identifier) @name (dot_index_expression table: (_) @scope field: (_) @name) (bracket_index_expression table: (_) @scope field: (string) @name)] .)
  (expression_list . value: [(function_definition body: (_) @body) (function_definition !body "end" @body)] .)) @definition.function
(field name: [(identifier) (string)] @name value: [(function_definition body: (_) @body) (function_definition !body "end" @body)]) @definition.method

; Variables of the file, and fields that it adds to its tables
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (_) @scope field: (_) @name))) @definition.field)

(function_call name: (identifier) @call.name arguments: (_) @call.arguments) @call
(function_call name: (_ table: (_) @call.receiver [field: (identifier) @call.name method: (identifier) @call.name]) arguments: (_) @call.arguments) @call

(function_call name: (identifier) @_require arguments: (arguments . (string) .) (#any-of? @_require "require" "dofile")) @import
(function_call name: (identifier) @_protected arguments: (arguments . (identifier) @_require . (string) .) (#any-of? @_protected "pcall" "xpcall") (#eq? @_require "require")) @import
; Functions used as values: as arguments, in tables, assigned, returned
(arguments [(identifier) @reference.value (dot_index_expression field: (identifier) @reference.value)])
(expression_list [(identifier) @reference.value (dot_index_expression field: (identifier) @reference.value)])
(field value: [(identifier) @reference.value (dot_index_expression field: (identifier) @reference.value)])
(binary_expression ["and" "or"] right: [(identifier) @reference.value (dot_index_expression field: (identifier) @reference.value)])
(binary_expression left: [(identifier) @reference.value (dot_index_expression field: (identifier) @reference.value)] "or")
(parameters name: (identifier) @local)
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(comment) @comment
