import { expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { SIDECAR_LIMITS } from "../limits.ts";

/** `kind label first-last` of each symbol. */
const outline = async (path: string, text: string): Promise<string[]> => (await analyze(path, text)).symbols.map(({ kind, label, startLine, endLine }) => `${kind} ${label} ${startLine}-${endLine}`);

it.each([
  ["basket.proto", 'syntax = "proto3";\n\nservice Basket {\n  rpc Get(A) returns (B) {}\n  rpc Drop(A) returns (B);\n}\n\nmessage A {\n  enum State {\n    NONE = 0; // a } here\n  }\n}\n', ["interface Basket 3-6", "method Basket.Get 4-4", "method Basket.Drop 5-5", "struct A 8-12", "enum A.State 9-11"]],
  ["schema.graphql", "scalar Date\n\ntype User {\n  id: ID!\n}\n\nextend type Query\n{\n  me: User\n}\n", ["type Date 1-1", "type User 3-5", "type Query 7-10"]],
  ["schema.prisma", "datasource db {\n  url = env(\"{\")\n}\nmodel Post {\n  id Int\n}\n", ["type db 1-3", "class Post 4-6"]],
  ["main.tf", 'resource "aws_s3_bucket" "logs" {\n  bucket = "a"\n}\n\nvariable "region" {}\n', ["type aws_s3_bucket.logs 1-3", "variable region 5-5"]],
  ["init.sql", "CREATE TABLE IF NOT EXISTS public.users (\n  id int\n);\n-- create table no\ncreate or replace view \"active\" as\n  select 1;\ncreate unique index by_name on users (name)\n", ["class public.users 1-3", "class active 5-6", "type by_name 7-7"]],
  ["functions.sql", "create function one() returns int as $$\nbegin\n  return 1;\nend;\n$$ language plpgsql;\ncreate function two() returns text as $a$ select '$$;'; $a$ language sql;\ncreate view v as\n  select 1;\n", ["function one 1-5", "function two 6-6", "class v 7-8"]],
  ["Makefile", ".PHONY: all\nall: export VAR := 1\nall: build test\n\nbuild test: a.c\n\tcc $<\n\n\techo done\n\n%.o: %.c\n\tcc -c $<\n", ["function all 3-3", "function build 5-8", "function %.o 10-11"]],
  ["Dockerfile", "FROM node:20 AS base\nRUN npm ci\n\nFROM base\nfrom --platform=linux/amd64 alpine as run\nCMD x\n", ["module base 1-2", "module run 5-6"]],
  ["thing.thrift", "struct A {\n  1: i32 id\n}\nexception B { 1: string why }\n", ["struct A 1-3", "class B 4-4"]],
])("of %s the lines that declare something are its outline", async (path, text, expected) => expect(await outline(path, text)).toEqual(expected));

it("names stand behind the last dot, and the line is the signature", async () => {
  const [table] = (await analyze("a.sql", "create table shop.orders (id int);\n")).symbols;
  expect([table?.name, table?.signature, table?.nameLine]).toEqual(["orders", "create table shop.orders (id int);", 1]);
});

it.each(["a.yaml", "a.json", "a.html", "a.toml"])("of %s nothing is known", async (path) => expect(await outline(path, "table: {\n  type User {}\n}\n")).toEqual([]));

it("braces that are never closed end with the text, however many there are", async () => {
  const text = `${"message A {\n".repeat(30_000)}\n\n`;
  const { symbols } = await analyze("a.proto", text);
  expect([symbols.length, symbols[0]?.endLine, symbols[1]?.parent, symbols.at(-1)?.endLine]).toEqual([SIDECAR_LIMITS.factsPerFile, 30_000, 0, 30_000]);
});
