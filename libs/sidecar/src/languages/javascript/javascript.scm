; Nodes with other names than in TypeScript's grammar; concatenated after ecmascript.scm

(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.field

(class_heritage [(identifier) @reference.extends (member_expression property: (property_identifier) @reference.extends)])
