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

; A function's body stands behind its signature, not inside it.
((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
((method_signature [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)]) @definition.property . (function_body) @body)
((method_signature (operator_signature "operator" . _ @name . (formal_parameter_list))) @definition.method . (function_body) @body)
((method_signature [
  (constructor_signature (identifier) . "." . (identifier) @name)
  (constructor_signature . (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature (identifier) . "." . (identifier) @name)
  (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) . "." . (identifier) @name)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.constructor . (function_body) @body)
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body)
(program [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)] @definition.property . (function_body) @body)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @definition.function

; What has none
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration [(getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name)]) @definition.property
(declaration (operator_signature "operator" . _ @name . (formal_parameter_list))) @definition.method
(declaration [
  (constructor_signature (identifier) . "." . (identifier) @name)
  (constructor_signature . (identifier) @name . (formal_parameter_list))
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

; Calls: a name in front of arguments. What the name is called on stands in front of it; `readName` finds where that begins.
((identifier) @call @call.name . (selector (argument_part (arguments) @call.arguments)))
((selector [(unconditional_assignable_selector (identifier) @call @call.name) (conditional_assignable_selector (identifier) @call @call.name)])
  . (selector (argument_part (arguments) @call.arguments)))
((super) . (unconditional_assignable_selector (identifier) @call @call.name) . (selector (argument_part (arguments) @call.arguments)))
(cascade_section (cascade_selector (identifier) @call.name) . (argument_part (arguments) @call.arguments)) @call
(new_expression (type_identifier) @call.receiver . (type_arguments)? . (identifier) @call.name (arguments) @call.arguments) @call
(const_object_expression (type_identifier) @call.receiver . (type_arguments)? . (identifier) @call.name (arguments) @call.arguments) @call
(new_expression (type_identifier) @call.name . (type_arguments)? . (arguments) @call.arguments) @call
(const_object_expression (type_identifier) @call.name . (type_arguments)? . (arguments) @call.arguments) @call

(superclass . (type_identifier) @reference.extends)
(mixin_declaration (type_identifier) @reference.extends)
(mixin_application . (type_identifier) @reference.extends)
(mixins (type_identifier) @reference.implements)
(interfaces (type_identifier) @reference.implements)
(annotation name: [(identifier) @reference.decorator (_ (identifier) @reference.decorator .)])
(type_identifier) @reference.type

[(import_or_export) (part_directive) (part_of_directive)] @import
[(comment) (documentation_comment)] @comment
