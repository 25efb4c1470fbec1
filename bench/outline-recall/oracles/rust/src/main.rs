//! Prints the declarations of Rust files, by the parser `syn`, as JSON lines; rules: docs/outlines.md.
//!
//!     outline-oracle ROOT < FILES
//!
//! FILES has one path per line, relative to ROOT. Files that do not parse are left out.
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::io::Read;
use std::path::Path;
use syn::visit::{self, Visit};

struct Outline<'a> {
    file: &'a str,
    /// Functions and constants around: their constants are local.
    functions: usize,
    /// The macro whose content is read; empty outside of macros.
    within: String,
}

impl Outline<'_> {
    fn add(&self, name: &Ident, kind: &str, shape: &str) {
        if name == "_" {
            return;
        }
        let place = if self.functions > 0 { " in a function" } else { "" };
        let shape = format!("{shape}{place}{}", self.within);
        let line = name.span().start().line;
        println!(
            "{}",
            serde_json::json!({"file": self.file, "name": name.to_string(), "kind": kind, "line": line, "shape": shape})
        );
    }

    fn below(&mut self, visit: impl FnOnce(&mut Self)) {
        self.functions += 1;
        visit(self);
        self.functions -= 1;
    }

    /// Items inside a macro, if its content is items or if it is one of the usual ones.
    fn content(&mut self, macro_name: &str, tokens: TokenStream) {
        let outer = std::mem::replace(&mut self.within, format!(" in {}", macro_group(macro_name)));
        match macro_name {
            "lazy_static" | "thread_local" => self.after(&tokens, "static", "variable", "static"),
            "proptest" => self.after(&tokens, "fn", "function", "function"),
            "bitflags" => self.flags(&tokens),
            "cfg_if" => {
                for token in tokens {
                    if let TokenTree::Group(group) = token {
                        if group.delimiter() == Delimiter::Brace {
                            self.items(group.stream());
                        }
                    }
                }
            }
            _ => self.items(tokens),
        }
        self.within = outer;
    }

    fn items(&mut self, tokens: TokenStream) {
        if let Ok(file) = syn::parse2::<syn::File>(tokens) {
            if !file.items.iter().any(|item| matches!(item, syn::Item::Verbatim(_))) {
                self.visit_file(&file);
            }
        }
    }

    /// Members of a type inside a macro.
    fn members(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.within, String::from(" in another macro"));
        visit(self);
        self.within = outer;
    }

    /// Names after a keyword, or after `static ref`.
    fn after(&self, tokens: &TokenStream, keyword: &str, kind: &str, shape: &str) {
        let mut is_next = false;
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(word) if word == keyword => is_next = true,
                TokenTree::Ident(word) if is_next && (word == "ref" || word == "mut") => {}
                TokenTree::Ident(name) if is_next => {
                    self.add(&name, kind, shape);
                    is_next = false;
                }
                _ => is_next = false,
            }
        }
    }

    fn flags(&self, tokens: &TokenStream) {
        self.after(tokens, "struct", "type", "struct");
        let mut is_type = false;
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(word) if word == "struct" => is_type = true,
                TokenTree::Ident(word) if word == "impl" => is_type = false,
                TokenTree::Group(group) if is_type && group.delimiter() == Delimiter::Brace => {
                    self.after(&group.stream(), "const", "variable", "flag");
                }
                _ => {}
            }
        }
    }
}

fn macro_group(name: &str) -> String {
    match name {
        "lazy_static" | "thread_local" | "proptest" | "bitflags" | "cfg_if" => format!("{name}!"),
        _ => String::from("another macro"),
    }
}

impl<'ast> Visit<'ast> for Outline<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig.ident, "function", "function");
        self.below(|inner| visit::visit_item_fn(inner, item));
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig.ident, "method", "function of an impl");
        self.below(|inner| visit::visit_impl_item_fn(inner, item));
    }
    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.add(&item.sig.ident, "method", "function of a trait");
        self.below(|inner| visit::visit_trait_item_fn(inner, item));
    }
    fn visit_foreign_item_fn(&mut self, item: &'ast syn::ForeignItemFn) {
        self.add(&item.sig.ident, "function", "function of an extern block");
    }
    fn visit_foreign_item_static(&mut self, item: &'ast syn::ForeignItemStatic) {
        self.add(&item.ident, "variable", "static of an extern block");
    }
    fn visit_foreign_item_type(&mut self, item: &'ast syn::ForeignItemType) {
        self.add(&item.ident, "type", "type of an extern block");
    }
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add(&item.ident, "type", "struct");
        visit::visit_item_struct(self, item);
    }
    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.add(&item.ident, "type", "union");
        visit::visit_item_union(self, item);
    }
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add(&item.ident, "type", "enum");
        visit::visit_item_enum(self, item);
    }
    fn visit_variant(&mut self, item: &'ast syn::Variant) {
        self.add(&item.ident, "enum member", "variant");
        visit::visit_variant(self, item);
    }
    fn visit_field(&mut self, item: &'ast syn::Field) {
        if let Some(name) = &item.ident {
            self.add(name, "field", "field");
        }
    }
    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.add(&item.ident, "type", "trait");
        visit::visit_item_trait(self, item);
    }
    fn visit_item_trait_alias(&mut self, item: &'ast syn::ItemTraitAlias) {
        self.add(&item.ident, "type", "trait alias");
    }
    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.add(&item.ident, "type", "type alias");
    }
    fn visit_impl_item_type(&mut self, item: &'ast syn::ImplItemType) {
        self.add(&item.ident, "type", "associated type of an impl");
    }
    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.add(&item.ident, "type", "associated type of a trait");
    }
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        if self.functions == 0 {
            self.add(&item.ident, "variable", "constant");
        }
        self.below(|inner| visit::visit_item_const(inner, item));
    }
    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        if self.functions == 0 {
            self.add(&item.ident, "variable", "static");
        }
        self.below(|inner| visit::visit_item_static(inner, item));
    }
    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.add(&item.ident, "variable", "constant of an impl");
        self.below(|inner| visit::visit_impl_item_const(inner, item));
    }
    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.add(&item.ident, "variable", "constant of a trait");
        self.below(|inner| visit::visit_trait_item_const(inner, item));
    }
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_some() {
            self.add(&item.ident, "module", "module");
        }
        let functions = std::mem::take(&mut self.functions);
        visit::visit_item_mod(self, item);
        self.functions = functions;
    }
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        match &item.ident {
            Some(name) => self.add(name, "macro", "macro_rules!"),
            None => {
                if let Some(last) = item.mac.path.segments.last() {
                    self.content(&last.ident.to_string(), item.mac.tokens.clone());
                }
            }
        }
    }
    fn visit_impl_item_macro(&mut self, item: &'ast syn::ImplItemMacro) {
        let tokens = &item.mac.tokens;
        if let Ok(parsed) = syn::parse2::<syn::ItemImpl>(quote::quote!(impl Any { #tokens })) {
            self.members(|inner| visit::visit_item_impl(inner, &parsed));
        }
    }
    fn visit_trait_item_macro(&mut self, item: &'ast syn::TraitItemMacro) {
        let tokens = &item.mac.tokens;
        if let Ok(parsed) = syn::parse2::<syn::ItemTrait>(quote::quote!(trait Any { #tokens })) {
            self.members(|inner| visit::visit_item_trait(inner, &parsed));
        }
    }
    /// `macro name() {}`, which `syn` does not parse.
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if let syn::Item::Verbatim(tokens) = item {
            self.after(tokens, "macro", "macro", "macro");
        }
        visit::visit_item(self, item);
    }
}

fn main() {
    let root = std::env::args().nth(1).expect("the first argument is the root");
    let mut files = String::new();
    std::io::stdin().read_to_string(&mut files).expect("the paths are text");
    for file in files.lines() {
        let Ok(text) = std::fs::read_to_string(Path::new(&root).join(file)) else { continue };
        let Ok(parsed) = syn::parse_file(&text) else { continue };
        println!("{}", serde_json::json!({"file": file}));
        Outline { file, functions: 0, within: String::new() }.visit_file(&parsed);
    }
}
