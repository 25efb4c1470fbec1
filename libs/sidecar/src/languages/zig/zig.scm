; Containers are values of constants. Their functions become methods.
(variable_declaration . (identifier) @name (struct_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (union_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (opaque_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @definition.enum
(enum_declaration (container_field name: (identifier) @name) @definition.enum_member)
(error_set_declaration (identifier) @name @definition.enum_member)
(container_field name: (identifier) @name) @definition.field

(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(test_declaration [(string) (identifier)] @name (block) @body) @definition.function

; Constants and variables of a file or container. Names of imports and of the container itself are left out.
(source_file (variable_declaration "const" . (identifier) @name (_) @_value .) @definition.constant (#not-match? @_value "^@(import|This)\\b"))
(struct_declaration (variable_declaration "const" . (identifier) @name (_) @_value .) @definition.constant (#not-match? @_value "^@(import|This)\\b"))
(source_file (variable_declaration "var" . (identifier) @name) @definition.variable)
(struct_declaration (variable_declaration "var" . (identifier) @name) @definition.variable)

(call_expression function: (identifier) @call.name) @call
(call_expression function: (field_expression object: (_) @call.receiver member: (identifier) @call.name)) @call

(_ type: [(identifier) @reference.type (field_expression member: (identifier) @reference.type)])
(error_union_type ok: [(identifier) @reference.type (field_expression member: (identifier) @reference.type)])
([(pointer_type (identifier) @reference.type) (nullable_type (identifier) @reference.type) (slice_type (identifier) @reference.type) (array_type (identifier) @reference.type)])
([(pointer_type (field_expression member: (identifier) @reference.type)) (nullable_type (field_expression member: (identifier) @reference.type)) (slice_type (field_expression member: (identifier) @reference.type))])
(struct_initializer . (identifier) @reference.type)

(builtin_function (builtin_identifier) @_import (arguments (string)) (#eq? @_import "@import")) @import
(comment) @comment

; Functions used as values
(call_expression function: (_) [(identifier) @reference.value (field_expression member: (identifier) @reference.value)])
(variable_declaration (identifier) . [(identifier) @reference.value (field_expression member: (identifier) @reference.value)] .)
(initializer_list [(identifier) @reference.value (field_expression member: (identifier) @reference.value)])
(initializer_list (assignment_expression right: [(identifier) @reference.value (field_expression member: (identifier) @reference.value)]))
(assignment_expression right: [(identifier) @reference.value (field_expression member: (identifier) @reference.value)])
(return_expression [(identifier) @reference.value (field_expression member: (identifier) @reference.value)])
(unary_expression operator: "&" argument: [(identifier) @reference.value (field_expression member: (identifier) @reference.value)])
