; An element of a component is a call of it; lower case names are HTML elements.

(jsx_opening_element name: (identifier) @call.name (#match? @call.name "^[A-Z_$]")) @call
(jsx_self_closing_element name: (identifier) @call.name (#match? @call.name "^[A-Z_$]")) @call
(jsx_opening_element name: (member_expression object: (_) @call.receiver property: (property_identifier) @call.name)) @call
(jsx_self_closing_element name: (member_expression object: (_) @call.receiver property: (property_identifier) @call.name)) @call
