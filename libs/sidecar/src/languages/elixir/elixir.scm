; Modules. A protocol's implementation is named `Protocol.Type`.
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defmodule")) @definition.module
(call target: (identifier) @_def (arguments . (alias) @name . (keywords) @body .) (#eq? @_def "defmodule")) @definition.module
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defprotocol")) @definition.protocol
(call target: (identifier) @_def (arguments . (alias) @name . (keywords) @body .) (#eq? @_def "defprotocol")) @definition.protocol
(call target: (identifier) @_def (arguments . (alias) @scope (keywords (pair value: (alias) @name))) (do_block) @body (#eq? @_def "defimpl")) @definition.impl
(call target: (identifier) @_def (arguments . (alias) @name . (keywords (pair value: (list)))) (do_block) @body (#eq? @_def "defimpl")) @definition.impl
(call target: (identifier) @_def (arguments . (alias) @name .) (do_block) @body (#eq? @_def "defimpl")) @definition.impl

; Functions and macros, each clause separately. `readName` finds the name in `name(a, b) when c`.
(call target: (identifier) @_def (arguments . (_) @name . (keywords)? @body .) (do_block)? @body (#any-of? @_def "def" "defp")) @definition.function
(call target: (identifier) @_def (arguments . (_) @name . (keywords)? @body .) (do_block)? @body (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp")) @definition.macro

; Functions that call those of another module. `readDelegates` reads the calls.
(call target: (identifier) @_def (arguments . [(call) (identifier) (binary_operator)] @name . [(keywords) (list)] @body .) (#eq? @_def "defdelegate")) @definition.function
(call target: (identifier) @_def (arguments . (list [(call) (identifier)] @name @definition.function) . [(keywords) (list)] .) (#eq? @_def "defdelegate"))
(call target: (identifier) @_def (arguments . (list (call target: (identifier) (arguments (_) @parameter)))) (#eq? @_def "defdelegate"))
(call target: (identifier) @_def (arguments . (list (call target: (identifier) (arguments (binary_operator operator: "\\\\") @parameter @variable.default)))) (#eq? @_def "defdelegate"))
(call target: (identifier) @_def (#eq? @_def "defdelegate")) @delegate

; Attributes: those that declare something, those that belong to what follows, and constants
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_attribute "type" "typep" "opaque")) @definition.type
; `name(a) :: result`, and the same with `when a: type` behind it
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments . (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)])
  ])))
  (#any-of? @_attribute "callback" "macrocallback")) @definition.function
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute) (#any-of? @_attribute "type" "typep" "opaque" "callback" "macrocallback" "moduledoc" "behaviour" "derive" "enforce_keys" "moduletag")) @quiet
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute) (#any-of? @_attribute "doc" "typedoc" "spec" "impl" "deprecated" "dialyzer" "tag")) @leading
(do_block (unary_operator operator: "@" operand: (call target: (identifier) @name (arguments)))  @definition.constant
  (#not-any-of? @name "moduledoc" "doc" "typedoc" "spec" "impl" "type" "typep" "opaque" "callback" "macrocallback" "behaviour" "derive" "enforce_keys" "dialyzer" "compile"
    "before_compile" "after_compile" "on_load" "on_definition" "external_resource" "optional_callbacks" "deprecated" "tag" "moduletag" "describetag"))

; Fields of a struct
(call target: (identifier) @_def (arguments [(list (atom) @name @definition.field) (list (keywords (pair key: (keyword) @name) @definition.field)) (keywords (pair key: (keyword) @name) @definition.field)])
  (#any-of? @_def "defstruct" "defexception"))

; Calls. Words that define, import or control the flow are no calls. The left side of a pipe is an argument,
; and so is a block.
(binary_operator left: (_) @call.argument operator: "|>" right: (call target: (identifier) @call.name (arguments) @call.arguments
  (#not-any-of? @call.name "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defmodule" "defprotocol" "defimpl" "defstruct" "defexception"
    "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "try" "receive" "quote" "unquote" "unquote_splicing")) @call)
(binary_operator left: (_) @call.argument operator: "|>" right: (call target: (dot left: [(alias) (atom)] @call.receiver right: (identifier) @call.name) (arguments) @call.arguments) @call)
(binary_operator left: (_) @call.argument operator: "|>" right: (call target: (dot left: [(alias) (atom)] @call.receiver right: (identifier) @call.name) .) @call)
(binary_operator left: (_) @call.argument operator: "|>" right: (call target: (dot left: [(identifier) (call) (unary_operator) (access_call) (dot) (block) (map) (string)] @call.receiver right: (identifier) @call.name) (arguments) @call.arguments) @call)
(binary_operator left: (_) @call.argument operator: "|>" right: (identifier) @call @call.name)
(call target: (identifier) @call.name (arguments) @call.arguments (do_block) @call.argument
  (#not-any-of? @call.name "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defmodule" "defprotocol" "defimpl" "defstruct" "defexception"
    "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "try" "receive" "quote" "unquote" "unquote_splicing")) @call
(call target: (identifier) @call.name . (do_block) @call.argument
  (#not-any-of? @call.name "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defmodule" "defprotocol" "defimpl" "defstruct" "defexception"
    "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "try" "receive" "quote" "unquote" "unquote_splicing")) @call
(call target: (identifier) @call.name (arguments)? @call.arguments
  (#not-any-of? @call.name "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defmodule" "defprotocol" "defimpl" "defstruct" "defexception"
    "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "try" "receive" "quote" "unquote" "unquote_splicing")) @call
(call target: (dot left: [(alias) (atom)] @call.receiver right: (identifier) @call.name) (arguments)? @call.arguments) @call
(call target: (dot left: [(identifier) (call) (unary_operator) (access_call) (dot) (block) (map) (string)] @call.receiver right: (identifier) @call.name) (arguments) @call.arguments) @call

; Parameters, whose number distinguishes functions with the same name
(call target: (identifier) @_def (arguments . (call target: (identifier) (arguments (_) @parameter))) (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(call target: (identifier) @_def (arguments . (call target: (identifier) (arguments (binary_operator operator: "\\\\") @parameter @variable.default))) (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(call target: (identifier) @_def (arguments . (binary_operator left: (call target: (identifier) (arguments (_) @parameter)) operator: "when")) (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(call target: (identifier) @_def (arguments . (binary_operator left: (call target: (identifier) (arguments (binary_operator operator: "\\\\") @parameter @variable.default)) operator: "when")) (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))

; References
(call target: (identifier) @_def (arguments . (alias) @reference.implements) (#eq? @_def "defimpl"))
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments . (alias) @reference.implements)) (#eq? @_attribute "behaviour"))
(unary_operator operator: "&" operand: (binary_operator left: [(identifier) @reference.value (call target: (dot right: (identifier) @reference.value))]))
(alias) @reference.type

(call target: (identifier) @_import (arguments . [(alias) (dot)]) (#any-of? @_import "alias" "import" "require" "use")) @import
(comment) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments . [(string (quoted_content) @docstring) (sigil (quoted_content) @docstring)]))
  (#any-of? @_attribute "moduledoc" "doc" "typedoc"))
