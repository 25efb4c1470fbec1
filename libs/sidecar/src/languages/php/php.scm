; Definitions

(namespace_definition name: (_) @name body: (_)? @body) @definition.namespace
(class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(trait_declaration name: (_) @name body: (_) @body) @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_case name: (_) @name) @definition.enum_member

(function_definition name: (_) @name body: (_) @body) @definition.function
(method_declaration name: (_) @name body: (_)? @body) @definition.method
(assignment_expression left: (variable_name (name) @name) right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function

(const_declaration (const_element . (name) @name)) @definition.constant
(function_call_expression function: (name) @_define (#eq? @_define "define") arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name)) (property_hook_list)? @body) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.property
(program (expression_statement (assignment_expression left: (variable_name (name) @name))) @definition.variable)

; Calls

(function_call_expression function: [(name) @call.name (qualified_name prefix: (_) @call.receiver (name) @call.name)] arguments: (_) @call.arguments) @call
(member_call_expression object: (_) @call.receiver name: (name) @call.name arguments: (_) @call.arguments) @call
(nullsafe_member_call_expression object: (_) @call.receiver name: (name) @call.name arguments: (_) @call.arguments) @call
(scoped_call_expression scope: (_) @call.receiver name: (name) @call.name arguments: (_) @call.arguments) @call
(object_creation_expression [(name) @call.name (qualified_name prefix: (_) @call.receiver (name) @call.name)] (arguments)? @call.arguments) @call

; References

(base_clause [(name) @reference.extends (qualified_name (name) @reference.extends)])
(use_declaration [(name) @reference.extends (qualified_name (name) @reference.extends)])
(class_interface_clause [(name) @reference.implements (qualified_name (name) @reference.implements)])
(attribute [(name) @reference.decorator (qualified_name (name) @reference.decorator)])
(named_type [(name) @reference.type (qualified_name (name) @reference.type)])
(binary_expression operator: "instanceof" right: [(name) @reference.type (qualified_name (name) @reference.type)])
(class_constant_access_expression . [(name) @reference.value (qualified_name (name) @reference.value)])

; Imports

[
  (namespace_use_declaration)
  (include_expression)
  (include_once_expression)
  (require_expression)
  (require_once_expression)
] @import

(comment) @comment
