; Definitions

(class_declaration declaration_kind: "struct" name: (_) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type . (type_identifier) @name . (type_arguments) .) body: (_) @body) @definition.extension
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body) @definition.extension
(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(protocol_declaration name: (_) @name body: (_) @body) @definition.protocol
(enum_entry name: (simple_identifier) @name) @definition.enum_member
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(macro_declaration (simple_identifier) @name) @definition.macro

(function_declaration name: [(simple_identifier) (custom_operator)] @name body: (_)? @body) @definition.function
(function_declaration name: ["==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%"] @name body: (_)? @body) @definition.function
(protocol_function_declaration name: [(simple_identifier) (custom_operator)] @name) @definition.method
(protocol_function_declaration name: ["==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%"] @name) @definition.method
(init_declaration "init" @name body: (_)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (_)? @body) @definition.method
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.method

; Local variables are not symbols.
(source_file (property_declaration (value_binding_pattern mutability: "let") name: (pattern bound_identifier: (_) @name)) @definition.constant)
(source_file (property_declaration name: (pattern bound_identifier: (_) @name) [(computed_property) (willset_didset_block)]? @body) @definition.variable)
[
  (class_body (property_declaration name: (pattern bound_identifier: (_) @name) [(computed_property) (willset_didset_block)]? @body) @definition.property)
  (class_body (property_declaration name: (pattern (pattern (simple_identifier) @name))) @definition.property)
  (enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) [(computed_property) (willset_didset_block)]? @body) @definition.property)
]
(protocol_property_declaration name: (pattern bound_identifier: (_) @name) (protocol_property_requirements) @body) @definition.property

; Calls

; `.accept("x")`: a member of the expected type
(call_expression . (prefix_expression operation: "." @call.receiver target: (simple_identifier) @call.name) (call_suffix (value_arguments)? @call.arguments)) @call
; With a type as an argument: `decode(User.self, from: data)`
(call_expression . [
  (simple_identifier) @call.name
  (navigation_expression target: (_) @call.receiver suffix: (navigation_suffix suffix: (simple_identifier) @call.name))
] (call_suffix (value_arguments (value_argument value: (navigation_expression target: (simple_identifier) @call.type suffix: (navigation_suffix suffix: (simple_identifier) @_self)))) @call.arguments) (#eq? @_self "self")) @call
; The grammar takes `!f(1)` and `a + f(1)` for calls of `!f` and `a + f`.
(call_expression . [
  (simple_identifier) @call.name
  (prefix_expression target: (simple_identifier) @call.name)
  (additive_expression rhs: (simple_identifier) @call.name)
  (multiplicative_expression rhs: (simple_identifier) @call.name)
] (call_suffix (value_arguments)? @call.arguments)) @call
(call_expression . (navigation_expression target: (prefix_expression operation: ".") @call.receiver suffix: (navigation_suffix suffix: (simple_identifier) @call.name)) (call_suffix (value_arguments)? @call.arguments)) @call
(call_expression . (navigation_expression target: [
  (prefix_expression target: (_) @call.receiver)
  (additive_expression rhs: (_) @call.receiver)
  (multiplicative_expression rhs: (_) @call.receiver)
] suffix: (navigation_suffix suffix: (simple_identifier) @call.name)) (call_suffix (value_arguments)? @call.arguments)) @call
(call_expression . (navigation_expression target: (_) @call.receiver suffix: (navigation_suffix suffix: (simple_identifier) @call.name)) (call_suffix (value_arguments)? @call.arguments)) @call
(constructor_expression constructed_type: (user_type (type_identifier) @call.name (type_arguments)) (constructor_suffix (value_arguments)? @call.arguments)) @call
(macro_invocation (simple_identifier) @call.name (call_suffix (value_arguments)? @call.arguments)) @call

; Types of fields and results of functions
(property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)) @typed
(protocol_property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)) @typed
(function_declaration name: (simple_identifier) @name [(user_type) (optional_type) (array_type) (dictionary_type) (existential_type) (opaque_type) (tuple_type) (protocol_composition_type)] @type) @typed
(protocol_function_declaration name: (simple_identifier) @name [(user_type) (optional_type) (array_type) (dictionary_type) (existential_type) (opaque_type) (tuple_type) (protocol_composition_type)] @type) @typed
(typealias_declaration name: (type_identifier) @name [(user_type) (optional_type) (array_type) (dictionary_type)] @type) @typed

; Parameters and variables
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable.name)) @variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable.name) (type_annotation (_) @variable.type)) @variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable.name) value: [
  (call_expression) @variable.value
  (navigation_expression) @variable.value
  (postfix_expression) @variable.value
  (simple_identifier) @variable.value
  (try_expression [(call_expression) @variable.value (await_expression (call_expression) @variable.value)])
  (await_expression (call_expression) @variable.value)
  (as_expression (as_operator) (_) @variable.type)
]) @variable
(if_statement bound_identifier: (simple_identifier) @variable.name . "=" . (_) @variable.value) @variable
(guard_statement bound_identifier: (simple_identifier) @variable.name . "=" . (_) @variable.value) @variable
(while_statement bound_identifier: (simple_identifier) @variable.name . "=" . (_) @variable.value) @variable
(if_statement bound_identifier: (simple_identifier) @variable.name . "=" . (as_expression (as_operator) (_) @variable.type)) @variable
(guard_statement bound_identifier: (simple_identifier) @variable.name . "=" . (as_expression (as_operator) (_) @variable.type)) @variable
(for_statement item: (pattern bound_identifier: (simple_identifier) @variable.name) collection: (_) @variable.items) @variable
(for_statement item: (pattern . (pattern) . (pattern (simple_identifier) @variable @variable.name) .) collection: (_) @variable.pairs)
(pattern (value_binding_pattern) (simple_identifier) @variable.name) @variable
(pattern (pattern (simple_identifier) @variable.name)) @variable
(lambda_parameter (simple_identifier) @variable.name) @parameter
(lambda_parameter (simple_identifier) @variable.name . ":" . [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type)] @variable.type) @parameter
((simple_identifier) @parameter @variable.name (#any-of? @variable.name "$0" "$1" "$2"))
(parameter (simple_identifier) @variable.name . ":") @parameter
(parameter (simple_identifier) @variable.name . ":" . [(user_type) (optional_type) (array_type) (dictionary_type) (existential_type) (opaque_type) (tuple_type) (protocol_composition_type)] @variable.type) @parameter
(type_parameter . (type_identifier) @variable.name . ":"? . (user_type)? @variable.type) @type_parameter
(associatedtype_declaration name: (type_identifier) @variable.name) @type_parameter
(lambda_literal) @closure
[(if_statement) (for_statement) (while_statement) (do_statement) (catch_block) (switch_entry)] @block

; References

; Functions used as values
(value_argument value: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(control_transfer_statement result: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(function_body (statements . [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))] .))
(assignment result: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(property_declaration value: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(array_literal element: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(dictionary_literal value: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(ternary_expression if_true: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(ternary_expression if_false: [(simple_identifier) @reference.value (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])
(selector_expression [(simple_identifier) @reference.value (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.value))])

(protocol_declaration (inheritance_specifier inherits_from: [
  (user_type (type_identifier) @reference.extends .)
  (user_type (type_identifier) @reference.extends . (type_arguments))
]))
; The first base of a class may be its superclass.
(class_declaration declaration_kind: "class" name: (_) . (type_parameters)? . (inheritance_specifier inherits_from: [
  (user_type (type_identifier) @reference.extends .)
  (user_type (type_identifier) @reference.extends . (type_arguments))
]))
(inheritance_specifier inherits_from: [
  (user_type (type_identifier) @reference.implements .)
  (user_type (type_identifier) @reference.implements . (type_arguments))
])
(attribute (user_type (type_identifier) @reference.decorator))
(type_identifier) @reference.type

(import_declaration) @import

[(comment) (multiline_comment)] @comment

; Names that are read or assigned, unless they are called or declared there
(simple_identifier) @access
