(class_definition name: (identifier) @name body: (_) @body) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(type_alias_statement left: (type . (identifier) @name)) @definition.type
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(module (expression_statement (assignment left: (pattern_list (identifier) @name)) @definition.variable))
(module (expression_statement (assignment right: (assignment left: (identifier) @name)) @definition.variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field)))
(class_definition body: (block (expression_statement (assignment left: (pattern_list (identifier) @name)) @definition.field)))
(class_definition body: (block (expression_statement (assignment right: (assignment left: (identifier) @name)) @definition.field)))

; A variable in a condition or a failed import is still a variable of the module; variables in loops are not.
(module (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))]))
(module (try_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))]))
(module (with_statement (block (expression_statement (assignment left: (identifier) @name) @definition.variable))))
(module [(if_statement [(block (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])) (_ (block (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])))])
  (try_statement [(block (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])) (_ (block (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])))])])
(module [(if_statement [(block (try_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])) (_ (block (try_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])))])
  (try_statement [(block (try_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])) (_ (block (try_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))])))])])
(class_definition body: (block (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.field)) (_ (block (expression_statement (assignment left: (identifier) @name) @definition.field)))])))

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
