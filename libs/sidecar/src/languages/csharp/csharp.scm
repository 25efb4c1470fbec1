; Definitions

(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
; `namespace A;` encloses everything after it.
(compilation_unit (file_scoped_namespace_declaration name: (_) @name) @definition.namespace (_) @body .)
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
; If a body is empty, the whole text before its end is the signature: the body may exist only for the parser
; (`csharp/bodies.ts`).
(class_declaration name: (_) @name body: (declaration_list . "{" . "}" @body .)) @definition.class
(struct_declaration name: (_) @name body: (declaration_list . "{" . "}" @body .)) @definition.struct
(class_declaration name: (_) @name body: (_)? @body) @definition.class
; A type without a body is a record only for the parser.
((record_declaration name: (_) @name) @definition.interface (#match? @definition.interface "\\binterface\\s+@?\\w+[^{}()]*;$"))
((record_declaration name: (_) @name) @definition.struct (#match? @definition.struct "\\bstruct\\s+@?\\w+[^{}()]*;$"))
(record_declaration "struct" name: (_) @name body: (_)? @body) @definition.struct
(record_declaration name: (_) @name body: (_)? @body) @definition.class
(struct_declaration name: (_) @name body: (_)? @body) @definition.struct
(interface_declaration name: (_) @name body: (_)? @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_member_declaration name: (_) @name) @definition.enum_member
(delegate_declaration name: (_) @name) @definition.type

(method_declaration name: (_) @name body: (_)? @body) @definition.method
(constructor_declaration name: (_) @name body: (_)? @body) @definition.constructor
(destructor_declaration name: (_) @name body: (_)? @body) @definition.method
(operator_declaration operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration type: (_) @name body: (_)? @body) @definition.method
(local_function_statement name: (_) @name body: (_)? @body) @definition.function

(property_declaration name: (_) @name accessors: (_)? @body) @definition.property
(indexer_declaration "this" @name accessors: (_)? @body) @definition.property
(record_declaration (parameter_list (parameter name: (_) @name) @definition.property))
(event_declaration name: (_) @name accessors: (_)? @body) @definition.event
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.event
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (_) @name))) @definition.constant
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.field
(global_statement (local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @name)))) @definition.variable

; Calls

(invocation_expression function: [
  (identifier) @call.name
  (generic_name (identifier) @call.name)
  (member_access_expression expression: _ @call.receiver name: [(identifier) @call.name (generic_name (identifier) @call.name)])
  (conditional_access_expression condition: (_) @call.receiver [
    (member_binding_expression name: [(identifier) @call.name (generic_name (identifier) @call.name)])
    (member_access_expression name: [(identifier) @call.name (generic_name (identifier) @call.name)])
  ])
] arguments: (_) @call.arguments (#not-eq? @call.name "nameof")) @call
(object_creation_expression type: [
  (identifier) @call.name
  (generic_name (identifier) @call.name)
  (qualified_name qualifier: (_) @call.receiver name: [(identifier) @call.name (generic_name (identifier) @call.name)])
] arguments: (_)? @call.arguments) @call
; `Store store = new(1)` creates an object of the declared type.
(variable_declaration type: [(identifier) @call.name (generic_name (identifier) @call.name)]
  (variable_declarator (implicit_object_creation_expression (argument_list) @call.arguments))) @call

; References

(interface_declaration (base_list [
  (identifier) @reference.extends
  (generic_name (identifier) @reference.extends)
  (qualified_name name: [(identifier) @reference.extends (generic_name (identifier) @reference.extends)])
]))
; Interfaces and classes are distinguished by name only.
(base_list [
  (identifier) @reference.implements
  (generic_name (identifier) @reference.implements)
  (qualified_name name: [(identifier) @reference.implements (generic_name (identifier) @reference.implements)])
] (#match? @reference.implements "^I[A-Z]"))
(base_list [
  (identifier) @reference.extends
  (generic_name (identifier) @reference.extends)
  (qualified_name name: [(identifier) @reference.extends (generic_name (identifier) @reference.extends)])
  (primary_constructor_base_type type: [(identifier) @reference.extends (generic_name (identifier) @reference.extends)])
])
(attribute name: [(identifier) @reference.decorator (qualified_name name: (identifier) @reference.decorator)])
(_ type: [
  (identifier) @reference.type
  (generic_name (identifier) @reference.type)
  (qualified_name name: [(identifier) @reference.type (generic_name (identifier) @reference.type)])
])
(method_declaration returns: [
  (identifier) @reference.type
  (generic_name (identifier) @reference.type)
  (qualified_name name: [(identifier) @reference.type (generic_name (identifier) @reference.type)])
])
(type_argument_list [(identifier) @reference.type (generic_name (identifier) @reference.type)])

(using_directive) @import

(comment) @comment
