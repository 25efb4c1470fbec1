; What the grammar of JavaScript calls otherwise than that of TypeScript; read behind ecmascript.scm.

(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.field

(class_heritage [(identifier) @reference.extends (member_expression property: (property_identifier) @reference.extends)])
