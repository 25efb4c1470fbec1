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

; Functions, also those that have a word of the language for a name
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.function
(constructor_definition "constructor" @name body: (_)? @body) @definition.constructor
(fallback_receive_definition ["fallback" "receive"] @name body: (_)? @body) @definition.function

(state_variable_declaration "constant" name: (identifier) @name) @definition.constant
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

; Calls
(call_expression function: (expression [
  (identifier) @call.name
  (member_expression object: (_) @call.receiver property: (identifier) @call.name)
  (new_expression name: (type_name (user_defined_type (identifier) @call.name .)))
  (struct_expression type: (expression [(identifier) @call.name (member_expression object: (_) @call.receiver property: (identifier) @call.name)]))
])) @call
(emit_statement name: (expression [(identifier) @call.name (member_expression object: (_) @call.receiver property: (identifier) @call.name)])) @call
(revert_statement error: (expression [(identifier) @call.name (member_expression object: (_) @call.receiver property: (identifier) @call.name)])) @call
(modifier_invocation (identifier) @call.name .) @call
(modifier_invocation (identifier) @call.name . (call_argument)) @call

(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.extends .))
(using_directive (type_alias (identifier) @reference.type .))
(user_defined_type (identifier) @reference.type .)

(import_directive) @import
(comment) @comment
