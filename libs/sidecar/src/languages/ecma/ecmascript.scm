; Patterns shared by JavaScript and TypeScript

; Definitions

(class_declaration name: (_) @name body: (_) @body) @definition.class
(class name: (_) @name body: (_) @body) @definition.class
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
; A default export without a name is named by the keyword.
(export_statement "default" @name value: [(function_expression !name body: (_) @body) (generator_function !name body: (_) @body) (arrow_function body: (_) @body)]) @definition.function
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
; A name declares nothing new, neither alone nor with TypeScript's `!`, `as …` or `satisfies …`.
(export_statement "default" @name value: (_) @_value (#not-match? @_value "^[A-Za-z_$][\\w$.!]*(?:\\s+(?:as|satisfies)\\s(?:[^?&|]|([&|])(?!\\1))*)?$")) @definition.variable
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
; `Store.prototype = { get() { … } }`
(assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @_prototype)
  right: (object [
    (method_definition name: (_) @name body: (_) @body) @definition.method
    (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
  ])
  (#eq? @_prototype "prototype"))
(method_definition name: [(property_identifier) (private_property_identifier) (string) (number) (computed_property_name)] @name body: (_) @body) @definition.method

; A function assigned to a name is a function of that name; a named function that is passed as an argument
; counts as well.
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(assignment_expression left: (identifier) @name right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(arguments (function_expression name: (identifier) @name body: (_) @body) @definition.function)
(pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(pair key: (_) @name value: (class !name body: (_) @body)) @definition.class

; `Store.prototype.get = …` is a method of Store; `exports.run = …` and `this.run = …` name no type.
(assignment_expression
  left: [
    (member_expression object: (member_expression object: (_) @scope property: (property_identifier) @_prototype) property: (property_identifier) @name)
    (subscript_expression object: (member_expression object: (_) @scope property: (property_identifier) @_prototype) index: (string) @name)
  ]
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: [
    (member_expression object: [(this) (identifier) (member_expression)] @_owner property: (property_identifier) @name)
    (subscript_expression object: [(this) (identifier) (member_expression)] @_owner index: (string) @name)
  ]
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#any-of? @_owner "this" "exports" "module.exports")) @definition.function
(assignment_expression
  left: [
    (member_expression object: (_) @scope property: (property_identifier) @name)
    (subscript_expression object: (_) @scope index: (string) @name)
  ]
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(assignment_expression
  left: (member_expression object: [(this) (identifier) (member_expression)] @_owner property: (property_identifier) @name)
  right: (class !name body: (_) @body)
  (#any-of? @_owner "this" "exports" "module.exports")) @definition.class
(assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name)
  right: (class !name body: (_) @body)) @definition.class
(program (expression_statement (assignment_expression
  left: [
    (member_expression object: [(identifier) (member_expression)] @_owner property: (property_identifier) @name)
    (subscript_expression object: [(identifier) (member_expression)] @_owner index: (string) @name)
  ]
  (#any-of? @_owner "exports" "module.exports")) @definition.variable))

; Other variables only count at the top level of a module.
(program) @declaring.variable

; Calls

(call_expression function: (identifier) @call.name arguments: [(arguments) @call.arguments (template_string)]) @call
(call_expression function: (member_expression object: (_) @call.receiver property: [(property_identifier) (private_property_identifier)] @call.name) arguments: [(arguments) @call.arguments (template_string)]) @call
(new_expression constructor: (identifier) @call.name arguments: (_)? @call.arguments) @call
(new_expression constructor: (member_expression object: (_) @call.receiver property: (property_identifier) @call.name) arguments: (_)? @call.arguments) @call

; References

(decorator [
  (identifier) @reference.decorator
  (member_expression property: (property_identifier) @reference.decorator)
  (call_expression function: [(identifier) @reference.decorator (member_expression property: (property_identifier) @reference.decorator)])
])

; Imports

[(import_statement) (export_statement source: (_))] @import
(call_expression function: (identifier) @_require (#eq? @_require "require") arguments: (arguments . (string) .)) @import
(call_expression function: (import) arguments: (arguments . (string))) @import

(comment) @comment
