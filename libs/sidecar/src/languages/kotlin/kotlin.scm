; Definitions

(class_declaration name: (_) @name (enum_class_body) @body) @definition.enum
(class_declaration "interface" name: (_) @name (class_body)? @body) @definition.interface
(class_declaration name: (_) @name (class_body)? @body) @definition.class
(object_declaration name: (_) @name (class_body)? @body) @definition.object
(companion_object name: (_) @name (class_body)? @body) @definition.object
(enum_entry (identifier) @name (class_body)? @body) @definition.enum_member
(type_alias type: (_) @name) @definition.type

; An extension is qualified with the type that it extends.
(function_declaration [(user_type) (nullable_type)] @scope . name: (_) @name (function_body)? @body) @definition.method
(class_body (function_declaration name: (_) @name (function_body)? @body) @definition.method)
(function_declaration name: (_) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor

; Local variables are not symbols.
(property_declaration (modifiers (property_modifier "const")) (variable_declaration . (identifier) @name)) @definition.constant
; After an annotation, the parser sees another modifier in its place (see words.ts).
(property_declaration (modifiers (inheritance_modifier) @_const) (variable_declaration . (identifier) @name) (#eq? @_const "const")) @definition.constant
(source_file (property_declaration [(user_type) (nullable_type)] @scope . (variable_declaration . (identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration . (identifier) @name)) @definition.variable)
[
  (class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
  (enum_class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
]
(class_parameter ["val" "var"] . (identifier) @name) @definition.property

; Calls

(call_expression . (identifier) @call.name (value_arguments)? @call.arguments) @call
(call_expression . (navigation_expression . (_) @call.receiver (identifier) @call.name .) (value_arguments)? @call.arguments) @call
(infix_expression . (_) @call.receiver . (identifier) @call.name . (_) .) @call

; References

(class_declaration "interface" (delegation_specifiers (delegation_specifier [
  (user_type (identifier) @reference.extends .)
  (user_type (identifier) @reference.extends . (type_arguments))
])))
(delegation_specifier (constructor_invocation [
  (user_type (identifier) @reference.extends .)
  (user_type (identifier) @reference.extends . (type_arguments))
]))
(delegation_specifier [
  (user_type (identifier) @reference.implements .)
  (user_type (identifier) @reference.implements . (type_arguments))
  (explicit_delegation (user_type (identifier) @reference.implements .))
  (explicit_delegation (user_type (identifier) @reference.implements . (type_arguments)))
])
[
  (annotation (user_type (identifier) @reference.decorator .))
  (annotation (constructor_invocation (user_type (identifier) @reference.decorator .)))
  (file_annotation (user_type (identifier) @reference.decorator .))
  (file_annotation (constructor_invocation (user_type (identifier) @reference.decorator .)))
]
[
  (user_type (identifier) @reference.type .)
  (user_type (identifier) @reference.type . (type_arguments))
]
(callable_reference (identifier) @reference.value .)

(import) @import

[(line_comment) (block_comment)] @comment
