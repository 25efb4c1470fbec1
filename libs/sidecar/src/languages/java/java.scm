; Definitions

(class_declaration name: (_) @name body: (_) @body) @definition.class
(record_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_constant name: (_) @name body: (_)? @body) @definition.enum_member
(module_declaration name: (_) @name body: (_) @body) @definition.module

(method_declaration name: (_) @name body: (_)? @body) @definition.method
(annotation_type_element_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @definition.constructor

(field_declaration (modifiers ["static" "final"] ["static" "final"]) declarator: (variable_declarator name: (_) @name)) @definition.constant
(field_declaration declarator: (variable_declarator name: (_) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (_) @name)) @definition.constant
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @definition.field))

; Calls

(method_invocation object: (_)? @call.receiver name: (_) @call.name arguments: (_) @call.arguments) @call
(object_creation_expression type: [
  (type_identifier) @call.name
  (generic_type (type_identifier) @call.name)
  (scoped_type_identifier (_) @call.receiver (type_identifier) @call.name .)
  (generic_type (scoped_type_identifier (_) @call.receiver (type_identifier) @call.name .))
] arguments: (_) @call.arguments) @call

; References

(superclass [
  (type_identifier) @reference.extends
  (scoped_type_identifier (type_identifier) @reference.extends .)
  (generic_type [(type_identifier) @reference.extends (scoped_type_identifier (type_identifier) @reference.extends .)])
])
(extends_interfaces (type_list [
  (type_identifier) @reference.extends
  (scoped_type_identifier (type_identifier) @reference.extends .)
  (generic_type [(type_identifier) @reference.extends (scoped_type_identifier (type_identifier) @reference.extends .)])
]))
(super_interfaces (type_list [
  (type_identifier) @reference.implements
  (scoped_type_identifier (type_identifier) @reference.implements .)
  (generic_type [(type_identifier) @reference.implements (scoped_type_identifier (type_identifier) @reference.implements .)])
]))
[
  (marker_annotation name: (identifier) @reference.decorator)
  (marker_annotation name: (scoped_identifier name: (_) @reference.decorator))
  (annotation name: (identifier) @reference.decorator)
  (annotation name: (scoped_identifier name: (_) @reference.decorator))
]
((type_identifier) @reference.type (#not-eq? @reference.type "var"))
(method_reference (identifier) @reference.value .)

[(import_declaration) (requires_module_directive)] @import

[(line_comment) (block_comment)] @comment
