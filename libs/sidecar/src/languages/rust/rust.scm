; Types and their members
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.struct
; A set of flags is read as an enum: see macro-items.ts.
(enum_item "enum" @_flags name: (type_identifier) @name body: (_) @body (#match? @_flags "^(stru|flag)$")) @definition.struct
(enum_item "enum" @_flags body: (enum_variant_list (enum_variant name: (identifier) @name) @definition.constant) (#match? @_flags "^(stru|flag)$"))
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(field_declaration name: (field_identifier) @name) @definition.field
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type

; An impl block is named after its type, without qualifiers, arguments and references; one for `dyn Trait`
; after the trait.
(impl_item type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)]) (primitive_type) @name
  (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])])
  (bounded_type (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])]))
] body: (_) @body) @definition.impl
(impl_item type: (reference_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)]) (primitive_type) @name
  (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])])
  (reference_type type: [(type_identifier) @name (generic_type type: (type_identifier) @name)])
]) body: (_) @body) @definition.impl
(impl_item type: [(tuple_type) (array_type) (pointer_type) (function_type) (unit_type) (never_type) (abstract_type) (macro_invocation)] @name body: (_) @body) @definition.impl
(impl_item type: (reference_type type: [(tuple_type) (array_type) (pointer_type) (function_type) (unit_type) (never_type) (abstract_type) (macro_invocation)] @name) body: (_) @body) @definition.impl

; Functions, constants, macros
(function_item name: (_) @name body: (_) @body) @definition.function
(function_signature_item name: (_) @name) @definition.function
(source_file [(const_item name: (identifier) @name) (static_item name: (identifier) @name)] @definition.constant (#not-eq? @name "_"))
(declaration_list [(const_item name: (identifier) @name) (static_item name: (identifier) @name)] @definition.constant (#not-eq? @name "_"))
(macro_definition name: (identifier) @name . _ @body) @definition.macro
(attribute_item) @leading
(inner_attribute_item) @quiet

; Calls
(call_expression function: (identifier) @call.name arguments: (_) @call.arguments) @call
(call_expression function: (field_expression value: (_) @call.receiver field: (field_identifier) @call.name) arguments: (_) @call.arguments) @call
(call_expression function: (scoped_identifier path: [(identifier) (scoped_identifier) (crate) (self) (super) (bracketed_type)] @call.receiver name: (identifier) @call.name) arguments: (_) @call.arguments) @call
(call_expression function: (scoped_identifier path: (generic_type type: (_) @call.receiver) name: (identifier) @call.name) arguments: (_) @call.arguments) @call
(call_expression function: (generic_function function: (identifier) @call.name) arguments: (_) @call.arguments) @call
(call_expression function: (generic_function function: (field_expression value: (_) @call.receiver field: (field_identifier) @call.name)) arguments: (_) @call.arguments) @call
(call_expression function: (generic_function function: (scoped_identifier path: (_) @call.receiver name: (identifier) @call.name)) arguments: (_) @call.arguments) @call
(macro_invocation macro: (identifier) @call.name) @call
(macro_invocation macro: (scoped_identifier path: (_) @call.receiver name: (identifier) @call.name)) @call

; A macro's arguments consist of tokens only: a name before parentheses is a call.
(token_tree [(identifier) (self)] @call.receiver . ["." "::"] . (identifier) @call.name . (token_tree "(")) @call
(token_tree (identifier) @call.name . "!"? . (token_tree "(")) @call

; References
(impl_item trait: [
  (type_identifier) @reference.implements
  (scoped_type_identifier name: (type_identifier) @reference.implements)
  (generic_type type: [(type_identifier) @reference.implements (scoped_type_identifier name: (type_identifier) @reference.implements)])
])
(trait_item bounds: (trait_bounds [
  (type_identifier) @reference.extends
  (scoped_type_identifier name: (type_identifier) @reference.extends)
  (generic_type type: [(type_identifier) @reference.extends (scoped_type_identifier name: (type_identifier) @reference.extends)])
]))
(attribute [(identifier) @reference.decorator (scoped_identifier name: (identifier) @reference.decorator)])
(attribute (identifier) @_derive arguments: (token_tree (identifier) @reference.implements) (#eq? @_derive "derive"))
(type_identifier) @reference.type

[(use_declaration) (extern_crate_declaration) (mod_item !body)] @import
[(line_comment) (block_comment)] @comment
