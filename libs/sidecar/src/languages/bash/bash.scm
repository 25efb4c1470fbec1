(function_definition name: (word) @name body: (_) @body) @definition.function
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name) @definition.constant))
(program (declaration_command (variable_assignment name: (variable_name) @name) @definition.variable))
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(command name: (command_name (word) @_alias) argument: (concatenation . (word) @name) (#eq? @_alias "alias")) @definition.function

; Commands are calls, both of functions and of programs; the shell's own commands are not.
(command name: (command_name (word) @call.name)
  (#not-any-of? @call.name "." "source" "load" "alias" "unalias" "run" "trap" "command" "builtin" "exec" "eval" "set" "unset" "local" "export" "readonly" "declare" "typeset"
    "shopt" "setopt" "shift" "return" "exit" "break" "continue" "echo" "printf" "read" "cd" "pushd" "popd" "test" "[" "true" "false" ":" "wait" "let" "getopts" "type" "hash" "}")) @call
(command name: (command_name (word) @_runner) . argument: (word) @call.name (#any-of? @_runner "run" "trap" "command" "builtin" "exec" "eval" "sudo" "time")) @call

(command name: (command_name (word) @_source) . argument: (_) (#any-of? @_source "source" "." "load")) @import
(comment) @comment

; Functions passed to other commands: `trap cleanup EXIT`, `retry 5 load`
((command name: (command_name (word) @_command) argument: (word) @reference.value)
  (#match? @reference.value "^[A-Za-z_][A-Za-z0-9_:.-]*$")
  (#not-any-of? @_command "echo" "printf" "cd" "local" "export" "unset" "test" "[" "return" "exit" "shift" "set" "source" "." "rm" "cp" "mv" "mkdir" "cat" "grep" "sed" "awk"))
