(class_definition name: (identifier) @name body: (_) @body) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(type_alias_statement left: (type . [(identifier) @name (generic_type . (identifier) @name)])) @definition.type
(module) @declaring.variable
(class_definition body: (block) @declaring.field)

(call function: (identifier) @call.name arguments: (_) @call.arguments) @call
(call function: (attribute object: (_) @call.receiver attribute: (identifier) @call.name) arguments: (_) @call.arguments) @call

(class_definition superclasses: (argument_list [(identifier) @reference.extends (attribute attribute: (identifier) @reference.extends)]))
(decorator [(identifier) @reference.decorator (attribute attribute: (identifier) @reference.decorator) (call function: [(identifier) @reference.decorator (attribute attribute: (identifier) @reference.decorator)])])
(type [(identifier) @reference.type (attribute attribute: (identifier) @reference.type) (generic_type (identifier) @reference.type)])

[(import_statement) (import_from_statement) (future_import_statement)] @import

(comment) @comment
(module . (comment)* . (expression_statement (string) @docstring))
(class_definition body: (block . (comment)* . (expression_statement (string) @docstring)))
(function_definition body: (block . (comment)* . (expression_statement (string) @docstring)))
