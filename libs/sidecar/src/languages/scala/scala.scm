; Definitions

(package_clause name: (_) @name body: (_) @body) @definition.namespace
(package_object name: (_) @name body: (_)? @body) @definition.object
(class_definition name: (_) @name body: (_)? @body) @definition.class
(trait_definition name: (_) @name body: (_)? @body) @definition.trait
(object_definition name: (_) @name body: (_)? @body) @definition.object
(enum_definition name: (_) @name body: (_) @body) @definition.enum
[(simple_enum_case name: (_) @name) (full_enum_case name: (_) @name)] @definition.enum_member
(given_definition name: (_) @name body: (with_template_body) @body) @definition.object
(given_definition name: (_) @name) @definition.variable
(type_definition name: (_) @name) @definition.type

; An extension is named after the type that it extends.
(extension_definition . (parameters . (parameter type: [(type_identifier) @name (generic_type type: (_) @name)]))) @definition.extension
(extension_definition . (type_parameters) . (parameters . (parameter type: [(type_identifier) @name (generic_type type: (_) @name)]))) @definition.extension

(instance_expression (template_body (function_definition name: (_) @name body: (_) @body) @definition.method))
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function

; Values of types, packages and files; those of blocks are local.
(template_body (val_definition (modifiers "final") pattern: (identifier) @name) @definition.constant)
[
  (compilation_unit [
    (val_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
    (var_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
  ] @definition.variable)
  (template_body [
    (val_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
    (var_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
    (val_declaration name: (_) @name)
    (var_declaration name: (_) @name)
  ] @definition.variable)
  (with_template_body (val_definition pattern: (identifier) @name) @definition.variable)
  (enum_body (val_definition pattern: (identifier) @name) @definition.variable)
]
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))

; Calls

(call_expression function: (generic_function function: [
  (identifier) @call.name
  (field_expression value: (_) @call.receiver field: (identifier) @call.name)
] type_arguments: (type_arguments . (type_identifier) @call.type .)) arguments: (arguments) @call.arguments) @call
(call_expression function: [
  (identifier) @call.name
  (field_expression value: (_) @call.receiver field: (identifier) @call.name)
  (generic_function function: [
    (identifier) @call.name
    (field_expression value: (_) @call.receiver field: (identifier) @call.name)
  ])
] arguments: (arguments)? @call.arguments) @call
(instance_expression [
  (type_identifier) @call.name
  (generic_type type: (type_identifier) @call.name)
  (stable_type_identifier (_) @call.receiver (type_identifier) @call.name)
  (generic_type type: (stable_type_identifier (_) @call.receiver (type_identifier) @call.name))
] arguments: (arguments)? @call.arguments) @call
; In `a | b run c`, it is unknown where the object starts, because operators are not read.
(infix_expression left: (infix_expression operator: (operator_identifier) @call.receiver) operator: (identifier) @call.name) @call
(infix_expression left: (_) @call.receiver operator: (identifier) @call.name right: [(tuple_expression) (unit)] @call.arguments) @call
(infix_expression left: (_) @call.receiver operator: (identifier) @call.name right: [(identifier) (field_expression) (call_expression) (generic_function) (instance_expression) (string) (integer_literal)] @call.argument) @call
(infix_expression left: (_) @call.receiver operator: (identifier) @call.name) @call
; `class Low extends Base(1)` calls the base constructor.
(extends_clause . (type_identifier) @call @call.name @call.new . (arguments) @call.arguments)
(extends_clause . (generic_type type: (type_identifier) @call @call.name @call.new) . (arguments) @call.arguments)
(extends_clause . (stable_type_identifier (_) @call.receiver (type_identifier) @call @call.name @call.new) . (arguments) @call.arguments)
(extends_clause . (generic_type type: (stable_type_identifier (_) @call.receiver (type_identifier) @call @call.name @call.new)) . (arguments) @call.arguments)

; Types of fields, results of functions, targets of type aliases, and bases of implicit classes
(val_definition pattern: (identifier) @name type: (_) @type) @typed
(var_definition pattern: (identifier) @name type: (_) @type) @typed
(val_declaration name: (identifier) @name type: (_) @type) @typed
(var_declaration name: (identifier) @name type: (_) @type) @typed
(class_parameter name: (identifier) @name type: (_) @type) @typed
(function_definition name: (identifier) @name return_type: (_) @type) @typed
(function_declaration name: (identifier) @name return_type: (_) @type) @typed
(type_definition name: (type_identifier) @name type: (_) @type) @typed
(class_definition (modifiers "implicit") name: (identifier) @name class_parameters: (class_parameters . (class_parameter type: (_) @type))) @typed

; Parameters and variables
(class_parameter name: (identifier) @variable.name type: (_) @variable.type) @variable
(parameter name: (identifier) @variable.name) @parameter
(parameter name: (identifier) @variable.name type: (_) @variable.type) @parameter
(parameter default_value: (_) @variable.default) @parameter
; Parameters of further lists, and implicit ones, do not count.
(function_definition (parameters) (parameters (parameter) @parameter @variable.default))
(function_declaration (parameters) (parameters (parameter) @parameter @variable.default))
(parameters ["implicit" "using"] (parameter) @parameter @variable.default)
(parameter type: (repeated_parameter_type) @variable.rest) @parameter
(lambda_expression parameters: (identifier) @variable.name) @parameter
(binding name: (identifier) @variable.name) @parameter
(binding name: (identifier) @variable.name type: (_) @variable.type) @parameter
((wildcard) @parameter @variable.name)
(val_definition pattern: (identifier) @variable.name) @variable
(val_definition pattern: (identifier) @variable.name type: (_) @variable.type) @variable
(val_definition pattern: (identifier) @variable.name value: [(identifier) (field_expression) (call_expression) (instance_expression)] @variable.value) @variable
(var_definition pattern: (identifier) @variable.name) @variable
(var_definition pattern: (identifier) @variable.name type: (_) @variable.type) @variable
(var_definition pattern: (identifier) @variable.name value: [(identifier) (field_expression) (call_expression) (instance_expression)] @variable.value) @variable
(function_definition name: (identifier) @variable.name body: [(identifier) (field_expression) (call_expression) (instance_expression)] @variable.value) @variable
(function_definition name: (identifier) @variable.name body: (block [(identifier) (field_expression) (call_expression) (instance_expression)] @variable.value .)) @variable
(enumerator . (identifier) @variable.name) @variable
(enumerator . (identifier) @variable.name "<-" (_) @variable.items .) @variable
(enumerator . (identifier) @variable.name "=" (_) @variable.value .) @variable
(enumerator . (tuple_pattern . (_) . (identifier) @variable @variable.name .) "<-" (_) @variable.pairs .)
(tuple_pattern (identifier) @variable @variable.name)
(case_class_pattern (identifier) @variable @variable.name)
(infix_pattern (identifier) @variable @variable.name)
(capture_pattern name: (identifier) @variable.name) @variable
(case_clause pattern: (identifier) @variable @variable.name)
(typed_pattern pattern: (identifier) @variable.name type: (_) @variable.type) @variable
(type_parameters name: (identifier) @variable.name) @type_parameter
; Alias of the current object: `self =>`
(class_definition body: (template_body (self_type . (identifier) @own @variable.name)))
(trait_definition body: (template_body (self_type . (identifier) @own @variable.name)))
(object_definition body: (template_body (self_type . (identifier) @own @variable.name)))
(lambda_expression) @closure
; `_.run()` as an argument
(arguments (call_expression function: (field_expression value: (wildcard))) @closure)
(arguments (call_expression function: (field_expression value: (field_expression value: (wildcard)))) @closure)
(arguments (field_expression value: (wildcard)) @closure)
[(block) (for_expression) (case_clause)] @block
(instance_expression (template_body) @unnamed)

; References

; The first base, then mixed-in traits
(extends_clause . [
  (type_identifier) @reference.extends
  (generic_type type: [(type_identifier) @reference.extends (stable_type_identifier (type_identifier) @reference.extends)])
  (stable_type_identifier (type_identifier) @reference.extends)
])
(extends_clause [
  (type_identifier) @reference.implements
  (generic_type type: [(type_identifier) @reference.implements (stable_type_identifier (type_identifier) @reference.implements)])
  (stable_type_identifier (type_identifier) @reference.implements)
])
(self_type [
  (type_identifier) @reference.self
  (generic_type type: [(type_identifier) @reference.self (stable_type_identifier (type_identifier) @reference.self)])
  (stable_type_identifier (type_identifier) @reference.self)
  (compound_type [
    (type_identifier) @reference.self
    (generic_type type: [(type_identifier) @reference.self (stable_type_identifier (type_identifier) @reference.self)])
    (stable_type_identifier (type_identifier) @reference.self)
  ])
])
(annotation name: (type_identifier) @reference.decorator)
(type_identifier) @reference.type

; Functions used as values: `xs.foreach(check)`, `xs foreach check`, `"a" -> check`, `laws.both[A] _`, `f =
; check`
(arguments [(identifier) @reference.value (field_expression field: (identifier) @reference.value) (generic_function function: [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])])
(infix_expression operator: (identifier) right: [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])
((infix_expression operator: (operator_identifier) @_operator right: [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])
  (#any-of? @_operator "->" "+=" "::" ":+" "+:"))
(postfix_expression . [(identifier) @reference.value (field_expression field: (identifier) @reference.value) (generic_function function: [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])])
(assignment_expression right: [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])
(val_definition value: [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])
(return_expression [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])
(tuple_expression [(identifier) @reference.value (field_expression field: (identifier) @reference.value)])

[(import_declaration) (export_declaration)] @import

[(comment) (block_comment)] @comment

; Names that are read or assigned, unless they are called or declared there
(identifier) @access
