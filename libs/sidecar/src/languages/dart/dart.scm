; Types
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(extension_declaration name: (identifier) @name body: (_) @body) @definition.extension
(extension_declaration !name class: (_) @name body: (_) @body) @definition.extension
(extension_type_declaration name: (identifier) @name body: (_) @body) @definition.class
(type_alias . "typedef" . (type_identifier) @name . (type_parameters)? . "=") @definition.type
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type

; A function's body follows its signature, and is not part of it.
((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
((method_signature [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)]) @definition.property . (function_body) @body)
((method_signature (operator_signature "operator" . _ @name . (formal_parameter_list))) @definition.method . (function_body) @body)
; Without a result type, a method looks like a constructor; it is one if it has the name of its class.
((method_signature (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.method . (function_body) @body)
((method_signature [
  (constructor_signature (identifier) . "." . (identifier) @name)
  (constant_constructor_signature (identifier) . "." . (identifier) @name)
  (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) . "." . (identifier) @name)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.constructor . (function_body) @body)
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body)
(program [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)] @definition.property . (function_body) @body)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @definition.function

; Functions without a body
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)]) @definition.property
(declaration (operator_signature "operator" . _ @name . (formal_parameter_list))) @definition.method
(declaration (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.method
(declaration [
  (constructor_signature (identifier) . "." . (identifier) @name)
  (constant_constructor_signature (identifier) . "." . (identifier) @name)
  (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) . "." . (identifier) @name)
  (factory_constructor_signature . (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature (identifier) . "." . (identifier) @name)
  (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.constructor
(program (function_signature name: (identifier) @name) @definition.function)

; Fields and variables
(declaration (const_builtin) (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.constant
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (identifier_list (identifier) @name)) @definition.field
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))
(annotation) @leading

; Calls: a name before arguments. Its receiver precedes it; `readName` finds where that starts.
((identifier) @call @call.name . (selector (argument_part (type_arguments . (type_identifier) @call.type .) (arguments) @call.arguments)))
((identifier) @call @call.name . (selector (argument_part (arguments) @call.arguments)))
((selector [(unconditional_assignable_selector (identifier) @call @call.name) (conditional_assignable_selector (identifier) @call @call.name)])
  . (selector (argument_part (type_arguments . (type_identifier) @call.type .) (arguments) @call.arguments)))
((selector [(unconditional_assignable_selector (identifier) @call @call.name) (conditional_assignable_selector (identifier) @call @call.name)])
  . (selector (argument_part (arguments) @call.arguments)))
((super) . (unconditional_assignable_selector (identifier) @call @call.name) . (selector (argument_part (arguments) @call.arguments)))
(cascade_section (cascade_selector (identifier) @call.name) . (argument_part (arguments) @call.arguments)) @call
(new_expression (type_identifier) @call.receiver . (type_arguments)? . (identifier) @call.name (arguments) @call.arguments) @call
(const_object_expression (type_identifier) @call.receiver . (type_arguments)? . (identifier) @call.name (arguments) @call.arguments) @call
(new_expression (type_identifier) @call.name . (type_arguments)? . (arguments) @call.arguments) @call
(const_object_expression (type_identifier) @call.name . (type_arguments)? . (arguments) @call.arguments) @call

; Types of fields and results of functions; for a future, its value's type
(function_signature (type_identifier) @_future (type_arguments . (type_identifier) @type . (type_arguments)? @type .) name: (identifier) @name (#any-of? @_future "Future" "FutureOr")) @typed
(function_signature (type_identifier) @type . (type_arguments)? @type . (nullable_type)? . name: (identifier) @name) @typed
(getter_signature (type_identifier) @_future (type_arguments . (type_identifier) @type . (type_arguments)? @type .) name: (identifier) @name (#any-of? @_future "Future" "FutureOr")) @typed
(getter_signature (type_identifier) @type . (type_arguments)? @type . (nullable_type)? . name: (identifier) @name) @typed
(extension_declaration name: (identifier) @name class: (type_identifier) @type) @typed
(declaration (type_identifier) @type . (type_arguments)? @type . (nullable_type)? . (static_final_declaration_list (static_final_declaration . (identifier) @name))) @typed
(declaration (type_identifier) @type . (type_arguments)? @type . (nullable_type)? . (initialized_identifier_list (initialized_identifier . (identifier) @name))) @typed
(program (type_identifier) @type . (type_arguments)? @type . (nullable_type)? . (initialized_identifier_list (initialized_identifier . (identifier) @name))) @typed
(program (type_identifier) @type . (type_arguments)? @type . (nullable_type)? . (static_final_declaration_list (static_final_declaration . (identifier) @name))) @typed

; Variables, and the calls and paths that are their values
[
  (static_final_declaration . (identifier) @variable.name (selector) @variable.value .)
  (initialized_identifier . (identifier) @variable.name (selector) @variable.value .)
  (static_final_declaration . (identifier) @variable.name [(const_object_expression) (new_expression)] @variable.value)
  (initialized_identifier . (identifier) @variable.name [(const_object_expression) (new_expression)] @variable.value)
] @variable
(initialized_variable_definition name: (identifier) @variable.name) @variable
(initialized_variable_definition (type_identifier) @variable.type . (type_arguments)? @variable.type . (nullable_type)? . name: (identifier) @variable.name) @variable
(initialized_variable_definition [(inferred_type) (final_builtin)] . name: (identifier) @variable.name (selector) @variable.value .) @variable
(initialized_variable_definition [(inferred_type) (final_builtin)] . name: (identifier) @variable.name (selector (argument_part (arguments) @variable.value)) . (cascade_section)) @variable
(initialized_variable_definition [(inferred_type) (final_builtin)] . name: (identifier) @variable.name . (identifier) @variable.value .) @variable
(initialized_variable_definition name: (identifier) @variable.name value: (unary_expression (await_expression (selector (argument_part (arguments) @variable.value)) .))) @variable
(initialized_variable_definition name: (identifier) @variable.name value: [(const_object_expression) (new_expression)] @variable.value) @variable
(pattern_variable_declaration (_ (constant_pattern (identifier) @variable.name) @variable))
(for_loop_parts name: (identifier) @variable.name) @variable
(for_loop_parts (type_identifier) @variable.type . (type_arguments)? @variable.type . name: (identifier) @variable.name) @variable
(for_loop_parts [(inferred_type) (final_builtin)] . name: (identifier) @variable.name "in" [(identifier) (this) (selector)] @variable.items .) @variable
(for_loop_parts [(inferred_type) (final_builtin)] . name: (identifier) @variable.name "in" (unary_expression (await_expression [(identifier) (this) (selector)] @variable.items .)) .) @variable
(catch_parameters (identifier) @variable.name) @variable
(variable_pattern (identifier) @variable.name) @variable
(variable_pattern (type_identifier) @variable.type . (type_arguments)? @variable.type . (identifier) @variable.name) @variable
(type_parameter . (type_identifier) @variable.name (type_bound (type_identifier) @variable.type . (type_arguments)? @variable.type)?) @type_parameter
(formal_parameter (type_identifier) @variable.type . (type_arguments)? @variable.type . (nullable_type)? . (identifier) @variable.name) @parameter
(formal_parameter (identifier) @variable.name) @parameter
(function_expression) @closure
[(for_statement) (switch_statement_case) (switch_expression_case)] @block
[(if_statement (block) @block) (while_statement (block) @block) (do_statement (block) @block) (try_statement (block) @block)]

(initializer_list_entry (super) @call @call.name . (arguments) @call.arguments)
(initializer_list_entry (super) @call.receiver . (identifier) @call @call.name . (arguments) @call.arguments)
(redirection (this) @call.receiver . (identifier) @call @call.name . (arguments) @call.arguments)

(superclass . (type_identifier) @reference.extends)
(mixin_declaration (type_identifier) @reference.extends)
(mixin_application . (type_identifier) @reference.extends)
(mixins (type_identifier) @reference.implements)
(interfaces (type_identifier) @reference.implements)
(annotation name: [(identifier) @reference.decorator (_ (identifier) @reference.decorator .)])
(type_identifier) @reference.type

[(import_or_export) (part_directive) (part_of_directive)] @import
[(comment) (documentation_comment)] @comment

; Names that are read or assigned, unless they are called or declared there
[(identifier) (identifier_dollar_escaped)] @access

; Functions used as values
(argument . (identifier) @reference.value .)
(argument [(identifier) (this)] . (selector (unconditional_assignable_selector (identifier) @reference.value)) .)
(named_argument (label) . (identifier) @reference.value .)
(named_argument (label) . [(identifier) (this)] . (selector (unconditional_assignable_selector (identifier) @reference.value)) .)
(list_literal (identifier) @reference.value)
(pair value: (identifier) @reference.value)
(list_literal [(identifier) (this)] . (selector (unconditional_assignable_selector (identifier) @reference.value)) .)
(assignment_expression right: (identifier) @reference.value)
(assignment_expression right: (this) right: (selector (unconditional_assignable_selector (identifier) @reference.value)))
(return_statement . (identifier) @reference.value .)
(return_statement . [(identifier) (this)] . (selector (unconditional_assignable_selector (identifier) @reference.value)) .)
(yield_statement . (identifier) @reference.value .)
(function_body . (identifier) @reference.value .)
(function_body . [(identifier) (this)] . (selector (unconditional_assignable_selector (identifier) @reference.value)) .)
(function_expression_body . (identifier) @reference.value .)
(conditional_expression consequence: (identifier) @reference.value)
(conditional_expression alternative: (identifier) @reference.value)
(initialized_identifier . (identifier) . (identifier) @reference.value .)
(initialized_variable_definition value: (identifier) @reference.value)
