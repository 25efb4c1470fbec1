; Definitions

; A declaration with one name extends to the whole declaration; in a group, each specification is a
; definition.
(type_declaration . (type_spec name: (_) @name type: (struct_type (_) @body)) .) @definition.struct
(type_declaration . (type_spec name: (_) @name type: (interface_type "{" @body)) .) @definition.interface
(type_declaration . [(type_spec name: (_) @name) (type_alias name: (_) @name)] .) @definition.type
(type_spec name: (_) @name type: (struct_type (_) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface
[(type_spec name: (_) @name) (type_alias name: (_) @name)] @definition.type

(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @scope)) name: (_) @name body: (_)? @body) @definition.method
(interface_type (method_elem name: (_) @name) @definition.method)

; Fields of named types; those of a test's table are not symbols. A field may hold structs of its own.
(type_spec type: [
  (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field))
  (_ (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field)))
  (_ (_ (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field))))
] (#not-eq? @name "_"))
(field_declaration name: (_) type: [
  (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field))
  (_ (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field)))
  (_ (_ (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field))))
] (#not-eq? @name "_"))

; A function literal assigned to a name is a function of that name.
(source_file (var_declaration (var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .))) @definition.function (#not-eq? @name "_"))
(short_var_declaration left: (expression_list . (identifier) @name .) right: (expression_list . (func_literal body: (_) @body) .)) @definition.function

; Other constants and variables only count at the top level of a file.
(source_file (const_declaration . (const_spec (identifier) @name) .) @definition.constant (#not-eq? @name "_"))
(source_file (const_declaration (const_spec (identifier) @name) @definition.constant) (#not-eq? @name "_"))
(source_file (var_declaration (var_spec name: (identifier) @name)) @definition.variable (#not-eq? @name "_"))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)) (#not-eq? @name "_"))

; Calls

(call_expression function: (identifier) @call.name arguments: (_) @call.arguments) @call
(call_expression function: (selector_expression operand: (_) @call.receiver field: (_) @call.name) arguments: (_) @call.arguments) @call
; With type arguments, a call looks like an index expression or a conversion.
(call_expression function: (index_expression operand: [
  (identifier) @call.name
  (selector_expression operand: (_) @call.receiver field: (_) @call.name)
] index: (identifier) @_type (#match? @_type "^[A-Z]")) arguments: (_) @call.arguments) @call
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @call.name
  (qualified_type package: (_) @call.receiver name: (_) @call.name)
])) @call

; References

; Embedding adds the members of one type to another.
(field_declaration !name type: [
  (type_identifier) @reference.extends
  (qualified_type name: (_) @reference.extends)
  (generic_type type: [(type_identifier) @reference.extends (qualified_type name: (_) @reference.extends)])
])
(interface_type (type_elem . [
  (type_identifier) @reference.extends
  (qualified_type name: (_) @reference.extends)
  (generic_type type: [(type_identifier) @reference.extends (qualified_type name: (_) @reference.extends)])
] .))
((type_identifier) @reference.type (#not-any-of? @reference.type
  "any" "bool" "byte" "comparable" "complex64" "complex128" "error" "float32" "float64" "int" "int8" "int16" "int32" "int64"
  "rune" "string" "uint" "uint8" "uint16" "uint32" "uint64" "uintptr"))

(import_spec) @import

(comment) @comment
