; Additions to C's query. Members come first, because a field in C may be a method here.
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator)) @name) @definition.field
(field_declaration declarator: [
  (function_declarator)
  (reference_declarator (function_declarator))
  (pointer_declarator declarator: [(function_declarator) (pointer_declarator declarator: (function_declarator))])
] @name) @definition.method
(declaration declarator: (reference_declarator (function_declarator)) @name) @definition.function
(field_declaration (type_qualifier "constexpr") declarator: (_) @name) @definition.constant
(declaration (type_qualifier "constexpr") declarator: (_) @name) @definition.constant

(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(class_specifier name: (_) @name body: (_) @body) @definition.class
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.type

(call_expression function: (qualified_identifier) @call.name arguments: (_) @call.arguments) @call
(call_expression function: (template_function name: (identifier) @call.name) arguments: (_) @call.arguments (#not-match? @call.name "_cast$")) @call
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @call.name arguments: (_)? @call.arguments) @call
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @call.name value: (_) @call.arguments) @call

(base_class_clause [
  (type_identifier) @reference.extends
  (template_type name: (type_identifier) @reference.extends)
  (qualified_identifier name: [(type_identifier) @reference.extends (template_type name: (type_identifier) @reference.extends)])
])
(attribute name: (identifier) @reference.decorator)
