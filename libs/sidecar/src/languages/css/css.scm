(rule_set (selectors) @name (block) @body) @definition.class
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.class
(declaration (property_name) @name (#match? @name "^--")) @definition.property

(call_expression (function_name) @_var (arguments . (plain_value) @reference.value) (#eq? @_var "var"))
(import_statement) @import
[(comment) (js_comment)] @comment
