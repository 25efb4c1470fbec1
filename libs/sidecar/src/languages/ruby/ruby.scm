; Modules and classes. Without a body, the signature ends before `end`.
(module name: [(constant) @name (scope_resolution !scope name: (_) @name) (scope_resolution scope: (_) @scope name: (_) @name)] !body "end" @body) @definition.module
(class name: [(constant) @name (scope_resolution !scope name: (_) @name) (scope_resolution scope: (_) @scope name: (_) @name)] !body "end" @body) @definition.class
(module name: [(constant) @name (scope_resolution !scope name: (_) @name) (scope_resolution scope: (_) @scope name: (_) @name)] body: (_) @body) @definition.module
(class name: [(constant) @name (scope_resolution !scope name: (_) @name) (scope_resolution scope: (_) @scope name: (_) @name)] body: (_) @body) @definition.class
(assignment left: (constant) @name right: (call receiver: (constant) @_type method: (identifier) @_new block: (_)? @body) (#any-of? @_type "Class" "Struct" "Data") (#any-of? @_new "new" "define")) @definition.class

; Methods
(program (method name: (_) @name !body "end" @body) @definition.function)
(program (method name: (_) @name body: (_) @body) @definition.function)
(method name: (_) @name !body "end" @body) @definition.method
(method name: (_) @name body: (_) @body) @definition.method
(singleton_method object: (constant) @scope name: (_) @name !body "end" @body) @definition.method
(singleton_method object: (constant) @scope name: (_) @name body: (_)? @body) @definition.method
(singleton_method name: (_) @name !body "end" @body) @definition.method
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(alias name: (_) @name) @definition.method
(call !receiver method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_)? @body (#any-of? @_define "define_method" "alias_method" "scope")) @definition.method

; Attributes and constants
(call !receiver method: (identifier) @_attribute arguments: (argument_list [(simple_symbol) (string)] @name)
  (#any-of? @_attribute "attr" "attr_reader" "attr_writer" "attr_accessor" "cattr_accessor" "mattr_accessor" "class_attribute")) @definition.property
(call !receiver method: (identifier) @_association arguments: (argument_list . (simple_symbol) @name)
  (#any-of? @_association "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "attribute")) @definition.property
(assignment left: [(constant) @name (scope_resolution !scope name: (_) @name) (scope_resolution scope: (_) @scope name: (_) @name) (left_assignment_list (constant) @name)]) @definition.constant
(body_statement (assignment left: (class_variable) @name) @definition.field)
(program (assignment left: (global_variable) @name) @definition.variable)

; Calls. A bare word counts where its value would have no use: elsewhere it may be a local variable.
(call !receiver method: [(identifier) (constant) (super)] @call.name arguments: (_)? @call.arguments) @call
(call receiver: (_) @call.receiver method: [(identifier) (constant)] @call.name arguments: (_)? @call.arguments) @call
(super) @call @call.name
(method body: (body_statement (identifier) @call @call.name . (_)))

(superclass [(constant) @reference.extends (scope_resolution name: (constant) @reference.extends)])
(call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) @reference.implements (scope_resolution name: (constant) @reference.implements)])
  (#any-of? @_mix "include" "extend" "prepend"))
(constant) @reference.type

(call !receiver method: (identifier) @_require arguments: (argument_list) (#any-of? @_require "require" "require_relative" "load" "autoload")) @import
(comment) @comment
