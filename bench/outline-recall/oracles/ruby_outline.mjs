// Prints the declarations of Ruby files, by Ruby's own parser Prism, as JSON lines; rules: docs/outlines.md.
//
//     node ruby_outline.mjs PRISM ROOT < FILES
//
// PRISM is the entry of the package `@ruby/prism`. FILES has one path per line, relative to ROOT. Files with
// syntax errors are left out.
import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [prism = "", root = ""] = process.argv.slice(2);
const { loadPrism } = await import(pathToFileURL(prism).href);
const parse = await loadPrism();

const ATTRIBUTES = new Set(["attr_reader", "attr_writer", "attr_accessor", "attr"]);
/** Declarations of Rails, which may be listed, by the kind of what they declare. */
const RAILS = {
  scope: "method",
  has_many: "field",
  has_one: "field",
  belongs_to: "field",
  has_and_belongs_to_many: "field",
  attribute: "field",
  cattr_accessor: "field",
  mattr_accessor: "field",
  class_attribute: "field",
};
const CONSTANTS = new Set([
  "ConstantWriteNode",
  "ConstantOrWriteNode",
  "ConstantAndWriteNode",
  "ConstantPathWriteNode",
  "ConstantPathOrWriteNode",
  "ConstantTargetNode",
  "ConstantPathTargetNode",
]);
const CLASS_VARIABLES = new Set([
  "ClassVariableWriteNode",
  "ClassVariableOrWriteNode",
  "ClassVariableTargetNode",
]);

function outline(file, bytes, program) {
  const lineAt = lineFinder(bytes);
  const lines = [JSON.stringify({ file })];
  const add = (name, location, kind, shape, isOptional = false) => {
    const entry = { file, name, kind, line: lineAt(location.startOffset), shape };
    lines.push(JSON.stringify(isOptional ? { ...entry, optional: true } : entry));
  };
  const waiting = [{ node: program, place: "program", bound: new Set(), isDirect: true }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    declare(at, add);
    for (const node of at.node.compactChildNodes().reverse()) waiting.push(below(at, node));
  }
  return lines.join("\n");
}

/** @returns where a child is: `place` is the kind of scope around it */
function below({ node: parent, place, bound, isDirect }, node) {
  const type = parent.constructor.name;
  if (type === "DefNode") return { node, place: "def", bound, isDirect: true };
  if (type === "ClassNode" || type === "ModuleNode" || type === "SingletonClassNode")
    return { node, place: "type", bound: new Set(), isDirect: true };
  const isStatements = type === "StatementsNode" || type === "BeginNode" || type === "ProgramNode";
  return { node, place, bound, isDirect: isDirect && isStatements };
}

function declare({ node, place, bound, isDirect }, add) {
  const type = node.constructor.name;
  const within = place === "def" ? " in a method" : "";
  if (type === "ClassNode" || type === "ModuleNode") {
    const path = node.constantPath;
    const kind = type === "ClassNode" ? "type" : "module";
    add(path.name, path.nameLoc ?? path.location, kind, `${kind === "type" ? "class" : "module"}${within}`);
  } else if (type === "DefNode") {
    const isFunction = place === "program" && !node.receiver && isDirect;
    const shape = node.receiver ? "method of an object" : "method";
    add(
      node.name,
      node.nameLoc,
      isFunction ? "function" : "method",
      isFunction ? "function" : shape + within,
    );
  } else if (type === "AliasMethodNode") {
    const name = literal(node.newName);
    if (name !== null) add(name, node.newName.location, "method", "alias");
  } else if (type === "CallNode" && !node.receiver) declareByCall(node, add);
  else if (CONSTANTS.has(type)) declareConstant(node, add);
  else if (CLASS_VARIABLES.has(type)) {
    const isRequired = place === "type" && isDirect && !bound.has(node.name);
    bound.add(node.name);
    add(node.name, node.nameLoc ?? node.location, "field", "class variable", !isRequired);
  } else if (type.startsWith("GlobalVariable") && /Write|Target/.test(type))
    add(node.name, node.nameLoc ?? node.location, "variable", "global variable", true);
}

function declareByCall({ name, arguments_: list }, add) {
  const given = list?.arguments_ ?? [];
  const first = given.slice(0, 1);
  const rails = RAILS[name];
  const isAlias = name === "alias_method" || name === "define_method";
  const named = ATTRIBUTES.has(name) || (rails && name !== "scope") ? given : isAlias || rails ? first : [];
  for (const argument of named) {
    const declared = literal(argument);
    if (declared === null) continue;
    add(declared, argument.location, isAlias ? "method" : (rails ?? "field"), name, rails !== undefined);
  }
}

function declareConstant(node, add) {
  const target = node.target ?? node;
  const { value } = node;
  const isType =
    value?.constructor.name === "CallNode" &&
    ["Class", "Struct", "Data"].includes(value.receiver?.name) &&
    (value.name === "new" || value.name === "define");
  const form = node.constructor.name.replace("Node", "");
  add(
    target.name,
    target.nameLoc ?? target.location,
    isType ? "type" : "variable",
    isType ? "constant with a class" : form,
  );
}

/** The value of a symbol or string without interpolation. */
function literal(node) {
  const type = node.constructor.name;
  return type === "SymbolNode" || type === "StringNode" ? node.unescaped.value : null;
}

/** Offsets are in bytes. */
function lineFinder(bytes) {
  const starts = [0];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

for (const file of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const bytes = readFileSync(join(root, file));
  const { value, errors } = parse(bytes.toString("utf8"));
  if (errors.length > 0) continue;
  let output = Buffer.from(`${outline(file, bytes, value)}\n`);
  while (output.length > 0) output = output.subarray(writeSync(1, output));
}
