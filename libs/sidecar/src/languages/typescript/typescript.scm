; TypeScript's additions to ecmascript.scm

; Definitions

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body [(property_identifier) @name (string) @name (enum_assignment name: (_) @name)] @definition.enum_member)
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: (_) @name body: (_) @body) @definition.namespace
(module name: (string) @name !body) @definition.namespace
(function_signature name: (identifier) @name) @definition.function
(abstract_method_signature name: (_) @name) @definition.method
(method_signature name: (_) @name) @definition.method
(property_signature name: [(property_identifier) (string) (number)] @name) @definition.property
; With a question mark or modifier, the grammar takes `[key in keyof T]: …` for a property.
(property_signature name: (computed_property_name) @name (#not-match? @name "^\\[\\s*[\\w$]+\\s+in\\s")) @definition.property
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.field
; `constructor(private readonly store: Store)` declares a field.
(required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name) @definition.field
(optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name) @definition.field

; Variables of namespaces
(internal_module body: (statement_block) @declaring.variable)
(module body: (statement_block) @declaring.variable)
(ambient_declaration (statement_block) @declaring.variable)

; Calls

(call_expression function: (non_null_expression [
  (identifier) @call.name
  (member_expression object: (_) @call.receiver property: [(property_identifier) (private_property_identifier)] @call.name)
]) arguments: (_) @call.arguments) @call

; References

(class_heritage (extends_clause value: [(identifier) @reference.extends (member_expression property: (property_identifier) @reference.extends)]))
(class_heritage (implements_clause [(type_identifier) @reference.implements (generic_type name: (type_identifier) @reference.implements)]))
(extends_type_clause [(type_identifier) @reference.extends (generic_type name: (type_identifier) @reference.extends)])
(type_annotation [(type_identifier) @reference.type (generic_type name: (type_identifier) @reference.type)])
(type_arguments (type_identifier) @reference.type)
[
  (union_type (type_identifier) @reference.type)
  (intersection_type (type_identifier) @reference.type)
  (array_type (type_identifier) @reference.type)
  (as_expression (type_identifier) @reference.type)
  (satisfies_expression (type_identifier) @reference.type)
  (type_predicate type: (type_identifier) @reference.type)
  (constraint (type_identifier) @reference.type)
]
