(function_statement (function_name) @name "{" @body) @definition.function
(class_statement . (simple_name) @name "{" @body) @definition.class
(class_method_definition (simple_name) @name "{" @body) @definition.method
(class_property_definition (variable) @name) @definition.property
(enum_statement . (simple_name) @name "{" @body) @definition.enum
(enum_member . (simple_name) @name) @definition.enum_member
(program (statement_list (pipeline (assignment_expression (left_assignment_expression) @name)) @definition.variable) (#match? @name "^(\\[[\\w.]+\\])?\\$[\\w:]+\\s*$") (#not-match? @name "^\\$null\\s*$"))

(command command_name: (command_name) @call.name (#not-match? @call.name "^([Uu]sing|[Pp]aram|[Ii]mport-[Mm]odule)$")) @call
(invokation_expression . (type_literal (type_spec (type_name) @call.receiver)) (member_name (simple_name) @call.name) (argument_list (argument_expression_list)? @call.arguments)) @call
(invokation_expression . (_) @call.receiver (member_name (simple_name) @call.name) (argument_list (argument_expression_list)? @call.arguments)) @call

(class_statement ":" (simple_name) @reference.extends)
(attribute_name (type_spec (type_name (type_identifier) @reference.decorator .)))
(type_spec (type_name (type_identifier) @reference.type .))

(command command_name: (command_name) @_import (#match? @_import "^([Uu]sing|[Ii]mport-[Mm]odule|ipmo)$")) @import
(command (command_invokation_operator) @_dot (#eq? @_dot ".")) @import
(comment) @comment
(function_statement (comment) @docstring (#match? @docstring "^<#"))
(function_statement (script_block . (comment) @docstring) (#match? @docstring "^<#"))

; After a syntax error that the parser cannot recover from, only parts of functions remain.
(ERROR (function_name) @name @definition.function)
