; Contracts, libraries, types
(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name body: (_) @body) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body (enum_value) @name @definition.enum_member)
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.type
(user_defined_type_definition name: (identifier) @name) @definition.type

; Functions, including those with a keyword as name
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.function
(constructor_definition "constructor" @name body: (_)? @body) @definition.constructor
(fallback_receive_definition ["fallback" "receive"] @name body: (_)? @body) @definition.function

(state_variable_declaration "constant" name: (identifier) @name) @definition.constant
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

; Calls. No node encloses the arguments: they follow the bracket.
(call_expression function: (expression [
  (identifier) @call.name
  (member_expression object: (_) @call.receiver property: (identifier) @call.name)
  (struct_expression type: (expression [(identifier) @call.name (member_expression object: (_) @call.receiver property: (identifier) @call.name)]))
]) "(" @call.arguments) @call
(call_expression function: (expression (new_expression name: (type_name (user_defined_type (identifier) @call.name .))) @call.new) "(" @call.arguments) @call
(emit_statement name: (expression [(identifier) @call.name (member_expression object: (_) @call.receiver property: (identifier) @call.name)])) @call
(revert_statement error: (expression [(identifier) @call.name (member_expression object: (_) @call.receiver property: (identifier) @call.name)])) @call
(modifier_invocation (identifier) @call.name . (call_argument)? @call.new) @call

; Types of fields and results of functions
(state_variable_declaration type: (type_name) @type name: (identifier) @name) @typed
(struct_member type: (type_name) @type name: (identifier) @name) @typed
(function_definition name: (identifier) @name return_type: (return_type_definition . (parameter type: (type_name) @type) .)) @typed

; Parameters and variables
[
  (function_definition (parameter) @parameter)
  (modifier_definition (parameter) @parameter)
  (constructor_definition (parameter) @parameter)
]
[
  (function_definition (parameter type: (type_name) @variable.type name: (identifier) @variable.name) @parameter)
  (modifier_definition (parameter type: (type_name) @variable.type name: (identifier) @variable.name) @parameter)
  (constructor_definition (parameter type: (type_name) @variable.type name: (identifier) @variable.name) @parameter)
]
[
  (return_type_definition (parameter type: (type_name) @variable.type name: (identifier) @variable.name) @variable)
  (try_statement (parameter type: (type_name) @variable.type name: (identifier) @variable.name) @variable)
  (catch_clause (parameter type: (type_name) @variable.type name: (identifier) @variable.name) @variable)
  (variable_declaration type: (type_name) @variable.type name: (identifier) @variable.name) @variable
]
[(block_statement) (for_statement)] @block

; Functions that can be called on values
(using_directive [(type_alias) (using_alias (user_defined_type))] @attached)

(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.extends .))
(using_directive (type_alias (identifier) @reference.type .))
(user_defined_type (identifier) @reference.type .)

(import_directive) @import
(comment) @comment

; Functions used as values
(call_argument (expression (identifier) @reference.value))
(call_struct_argument value: (expression (identifier) @reference.value))
(variable_declaration_statement value: (expression (identifier) @reference.value))
(assignment_expression right: (expression (identifier) @reference.value))
(return_statement (expression (identifier) @reference.value))
