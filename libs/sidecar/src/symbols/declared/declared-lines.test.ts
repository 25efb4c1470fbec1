import { expect, it } from "vitest";
import { analyze } from "../../analyze.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";

/** `kind label first-last` of each symbol. */
const outline = async (path: string, text: string): Promise<string[]> =>
  (await analyze(path, text)).symbols.map(
    ({ kind, label, startLine, endLine }) => `${kind} ${label} ${startLine}-${endLine}`,
  );

it.each([
  [
    "basket.proto",
    'syntax = "proto3";\n\nservice Basket {\n  rpc Get(A) returns (B) {}\n  rpc Drop(A) returns ' +
      "(B);\n}\n\nmessage A {\n  enum State {\n    NONE = 0; // a } here\n  }\n}\n",
    [
      "interface Basket 3-6",
      "method Basket.Get 4-4",
      "method Basket.Drop 5-5",
      "struct A 8-12",
      "enum A.State 9-11",
    ],
  ],
  [
    "schema.graphql",
    "scalar Date\n\ntype User {\n  id: ID!\n}\n\nextend type Query\n{\n  me: User\n}\n",
    ["type Date 1-1", "type User 3-5", "type Query 7-10"],
  ],
  [
    "schema.prisma",
    'datasource db {\n  url = env("{")\n}\nmodel Post {\n  id Int\n}\n',
    ["type db 1-3", "class Post 4-6"],
  ],
  [
    "main.tf",
    'resource "aws_s3_bucket" "logs" {\n  bucket = "a"\n}\n\nvariable "region" {}\n',
    ["type aws_s3_bucket.logs 1-3", "variable region 5-5"],
  ],
  [
    "init.sql",
    "CREATE TABLE IF NOT EXISTS public.users (\n  id int\n);\n-- create table no\ncreate or replace " +
      'view "active" as\n  select 1;\ncreate unique index by_name on users (name)\n',
    ["class public.users 1-3", "class active 5-6", "type by_name 7-7"],
  ],
  [
    "functions.sql",
    "create function one() returns int as $$\nbegin\n  return 1;\nend;\n$$ language plpgsql;\ncreate " +
      "function two() returns text as $a$ select '$$;'; $a$ language sql;\ncreate view v as\n  select " +
      "1;\n",
    ["function one 1-5", "function two 6-6", "class v 7-8"],
  ],
  [
    "Makefile",
    ".PHONY: all\nall: export VAR := 1\nall: build test\n\nbuild test: a.c\n\tcc $<\n\n\techo " +
      "done\n\n%.o: %.c\n\tcc -c $<\n",
    ["function all 3-3", "function build 5-8", "function %.o 10-11"],
  ],
  [
    "Dockerfile",
    "FROM node:20 AS base\nRUN npm ci\n\nFROM base\nfrom --platform=linux/amd64 alpine as run\nCMD x\n",
    ["module base 1-2", "module run 5-6"],
  ],
  [
    "quoted.sql",
    `create table "order details"."line-items" (id int);\ncreate table [dbo].[Order Details] (id ` +
      `int)\ngo\ncreate view \`by.day\` as select ';'\n  ;\ncreate table 'people' (a text);\ncreate ` +
      `policy "Users may read" on t;\ncreate index on t (a);\n`,
    [
      "class order details.line-items 1-1",
      "class dbo.Order Details 2-3",
      "class by.day 4-5",
      "class people 6-6",
      "type Users may read 7-7",
    ],
  ],
  [
    "dollars.sql",
    "create table a (x int);\nselect sys$iot$top from dual;\ninsert into t values ('\n$$ b');\ncreate " +
      "table b (x int);\n",
    ["class a 1-1", "class b 5-5"],
  ],
  [
    "comments.sql",
    "/*\ncreate table no (id int);\n*/\ncopy t (a) from stdin;\ncreate table no\t'\n\\.\ncreate or " +
      "alter view v as -- ;\n  select 1;\n",
    ["class v 7-8"],
  ],
  [
    "routines.sql",
    "delimiter $$\ncreate definer=`me`@`%` procedure one()\nbegin\n  create table t (a int);\n  if 1 " +
      "then\n    select 1;\n  end if;\nend$$\ndelimiter ;\ncreate trigger two after insert on t begin\n  " +
      "select 1;\nend;\ncreate function three() returns int begin atomic select 1; end;\ncreate event " +
      "trigger four on ddl_command_end execute function f();\n",
    ["function one 2-8", "function two 10-12", "function three 13-13", "function four 14-14"],
  ],
  [
    "described.graphql",
    '"""\ntype No {\n"""\ntype User {\n  "a { brace"\n  type: Kind\n  input(\n    a: Int\n  ): ' +
      "Int\n}\nunion Any =\n  | User\n  | Post\n\nscalar Date\nschema {\n  query: Query\n}\nquery me(\n  " +
      "$id: ID\n) {\n  a\n}\n",
    ["type User 4-10", "type Any 11-13", "type Date 15-15", "function me 19-23"],
  ],
  [
    "heredoc.tf",
    'locals {\n  a = <<-EOT\n    }\nresource "no" "no" {\n    EOT\n  b = "${f("}")}"\n}\n/* resource ' +
      '"no" "no" { */\ndata "a_b" "c d" {\n  dynamic "inner" {\n  }\n}\nprovider "registry.io/x" {}\n',
    ["type locals 1-7", "type a_b.c d 9-12", "type registry.io/x 13-13"],
  ],
  [
    "rules.mk",
    "define recipe\nno: such\nendef\n$(OUT): a.c | $(DIR)\n\tcc\nifdef X\n\techo\nendif\n\n${A}/b " +
      "c:d\n\t:\nV = a \\\nno: b\nW ::= a: b\nall: CFLAGS += -g\nall: private export A != b\nlib.a:: x " +
      "\\\ny\n\tar\n# end\n",
    ["macro recipe 1-3", "function $(OUT) 4-7", "function ${A}/b 10-11", "function lib.a 17-19"],
  ],
  [
    "written.dockerfile",
    "FROM a AS b\nRUN <<EOF\nFROM no AS no\nEOF\nRUN echo $((1<<2))\nFROM c AS d\n",
    ["module b 1-5", "module d 6-6"],
  ],
  [
    "long.proto",
    '/* message No {\n*/\nservice A {\n  rpc Get(B)\n      returns (C) {\n    option x = "}";\n  }\n  ' +
      "rpc Put(B)\n      returns (C);\n}\n",
    ["interface A 3-10", "method A.Get 4-7", "method A.Put 8-9"],
  ],
  [
    "thing.thrift",
    "struct A {\n  1: i32 id\n}\nexception B { 1: string why }\n",
    ["struct A 1-3", "class B 4-4"],
  ],
])("of %s the lines that declare something are its outline", async (path, text, expected) =>
  expect(await outline(path, text)).toEqual(expected),
);

it("names stand behind the last dot, and the line is the signature", async () => {
  const [table] = (await analyze("a.sql", "create table shop.orders (id int);\n")).symbols;
  expect([table?.name, table?.signature, table?.nameLine]).toEqual([
    "orders",
    "create table shop.orders (id int);",
    1,
  ]);
});

it.each([
  ["a.tf", 'variable "a" {}\n', "variable a 1-1"],
  ["Makefile", "all: a\n", "function all 1-1"],
  ["Dockerfile", "FROM a AS b\n", "module b 1-1"],
  ["a.sql", "create table a (b int);\n", "class a 1-1"],
])("a byte order mark in front of %s hides nothing", async (path, text, expected) =>
  expect(await outline(path, `\uFEFF${text}`)).toEqual([expected]),
);

it.each(["a.xml", "a.csv", "a.html", "a.txt"])("of %s nothing is known", async (path) =>
  expect(await outline(path, "table: {\n  type User {}\n}\n")).toEqual([]),
);

it("braces that are never closed end with the text, however many there are", async () => {
  const text = `${"message A {\n".repeat(30_000)}\n\n`;
  const { symbols } = await analyze("a.proto", text);
  expect([symbols.length, symbols[0]?.endLine, symbols[1]?.parent, symbols.at(-1)?.endLine]).toEqual([
    SIDECAR_LIMITS.factsPerFile,
    30_000,
    0,
    30_000,
  ]);
});
