import { expect, it } from "vitest";
import { analyze } from "../../analyze.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { omittedKeys } from "./key-symbols.ts";

/** `kind label first-last` of each symbol, followed by its signature, if it has one. */
const outline = async (path: string, text: string): Promise<string[]> =>
  (await analyze(path, text)).symbols.map(
    ({ kind, label, startLine, endLine, signature }) =>
      `${kind} ${label} ${startLine}-${endLine}${signature === null ? "" : ` | ${signature}`}`,
  );

const lines = (...texts: readonly string[]): string => `${texts.join("\n")}\n`;

it.each([
  [
    "package.json",
    lines(
      "{",
      '  "name": "a", // b: c',
      '  "files": [',
      '    "x",',
      '    { "y": 1 },',
      "  ],",
      '  "scripts": {',
      '    "a:b": "c } \\" {"',
      "  },",
      '  "one": {"line": 1}',
      "}",
    ),
    [
      'property name 2-2 | "name": "a"',
      'property files 3-6 | "files": [ … 2 items',
      "property scripts 7-9",
      'property scripts.a:b 8-8 | "a:b": "c } \\" {"',
      'property one 10-10 | "one": {"line": 1}',
    ],
  ],
  [
    "broken.jsonc",
    "\uFEFF/* { */\n{ 'a': {\n b: 1,\n \"c\": ",
    ["property a 2-4", "property a.b 3-3 | b: 1", 'property a.c 4-4 | "c"'],
  ],
  [
    "deep.json",
    '{"a": {\n"b": {\n"c": {\n"d": [1, 2]}}},\n"": [1, {}]}\n',
    ["property a 1-4", "property a.b 2-4", 'property a.b.c 3-4 | "c": { … 1 key'],
  ],
  ["list.json", '[{"a": 1}]\n', []],
  [
    "comma.json",
    lines(
      "{",
      '  "a": 1',
      '  "b": { "x": [1] "y": 2 }',
      '  "c": "d" "e": [',
      "    1",
      "  ]",
      "  f: 3",
      '  "g": h:i',
      "}",
    ),
    [
      'property a 2-2 | "a": 1',
      'property b 3-3 | "b": { "x": [1] "y": 2 }',
      'property c 4-4 | "c": "d"',
      'property e 4-6 | "e": [ … 1 item',
      "property f 7-7 | f: 3",
      'property g 8-8 | "g": h:i',
    ],
  ],
  ["two.json", '{"a": 1}\n{"b": 2}\n', ['property a 1-1 | "a": 1']],
  [
    "ci.yml",
    lines(
      "# on",
      "name: CI # a",
      "on:",
      "  push:",
      "    branches: [a, b]",
      "jobs:",
      "  'a b':",
      "    steps:",
      "      - run: |",
      "          no: key",
      "      - uses: x",
      "        with: y",
      "",
      "  # of c",
      "  c: &anchor",
      "    run: >-",
      "      no: key",
      "      # no comment",
      "last: {a: 1,",
      "  no: key",
      "}",
    ),
    [
      "property name 2-2 | name: CI # a",
      "property on 3-5",
      "property on.push 4-5 | push: … 1 key",
      "property jobs 6-18",
      "property jobs.a b 7-12",
      "property jobs.a b.steps 8-12 | steps: … 2 items",
      "property jobs.c 15-18",
      "property jobs.c.run 16-18 | run: >-",
      "property last 19-21 | last: {a: 1,",
    ],
  ],
  [
    "k8s.yaml",
    lines(
      "apiVersion: v1",
      "kind: Service",
      "metadata:",
      '  name: "web"',
      "---",
      "# nothing",
      "---",
      "a: 1",
      "...",
      "---",
      "apiVersion: apps/v1",
      "kind: Deployment",
      "metadata: {{ x }}",
    ),
    [
      "object Service/web 1-4",
      "property Service/web.apiVersion 1-1 | apiVersion: v1",
      "property Service/web.kind 2-2 | kind: Service",
      "property Service/web.metadata 3-4 | metadata: … 1 key",
      "object document 2 8-8 | a: 1",
      "object Deployment 11-13",
      "property Deployment.apiVersion 11-11 | apiVersion: apps/v1",
      "property Deployment.kind 12-12 | kind: Deployment",
      "property Deployment.metadata 13-13 | metadata: {{ x }}",
    ],
  ],
  [
    "play.yml",
    lines(
      "- name: Install it",
      "  apt: x",
      "- hosts: all",
      "  tasks:",
      "    - name: no",
      "  id: second",
      "- debug:",
    ),
    [
      "object Install it 1-2 | - name: Install it",
      "object second 3-6 | - hosts: all",
      "object 2 7-7 | - debug:",
    ],
  ],
  [
    "chart.yaml",
    lines(
      "{{- if .Values.a }}",
      "items:",
      "- a",
      "- b: c",
      "{{- end }}",
      "text: 'a",
      "  no: key'",
      "? odd",
      ": value",
      "url: http://x:1",
      "a b: c: d",
    ),
    [
      "property items 2-4 | items: … 2 items",
      "property text 6-7 | text: 'a",
      "property url 10-10 | url: http://x:1",
      "property a b 11-11 | a b: c: d",
    ],
  ],
  [
    "labels.yaml",
    lines("apiVersion: v1", "kind: Service", "metadata:", "  labels:", "    name: wrong", "  name: right"),
    [
      "object Service/right 1-6",
      "property Service/right.apiVersion 1-1 | apiVersion: v1",
      "property Service/right.kind 2-2 | kind: Service",
      "property Service/right.metadata 3-6 | metadata: … 2 keys",
    ],
  ],
  [
    "below.yaml",
    lines(
      "a:",
      "  {x: 1,",
      "   y: 2}",
      "b:",
      '  "text: foo',
      '  bar: baz"',
      "c:",
      "  &q d:",
      "    e: 1",
      "  ? k: 1",
      "    m: 2",
      "  : v",
      "  n: 1",
    ),
    ["property a 1-3 | a:", "property b 4-6 | b:", "property c 7-13", "property c.n 13-13 | n: 1"],
  ],
  [
    "text.yaml",
    lines("--- |", "  foo: bar", "  baz: q", "---", "- name: a", "- foo: b", "- c"),
    ["object document 1 2-3 | foo: bar", "object document 2 5-7 | - name: a … 3 keys"],
  ],
  [
    "quotes.toml",
    lines(
      "[x]",
      String.raw`t = """a \""" b"""`,
      "[z]",
      'q = ["""x"""", "y"]',
      "[w]",
      "v = '''a''''",
      "u = 1",
    ),
    [
      "section x 1-2",
      String.raw`property x.t 2-2 | t = """a \""" b"""`,
      "section z 3-4",
      'property z.q 4-4 | q = ["""x"""", "y"]',
      "section w 5-7",
      "property w.v 6-6 | v = '''a''''",
      "property w.u 7-7 | u = 1",
    ],
  ],
  [
    "page.html",
    lines(
      "<!doctype html>",
      "<!-- <main id=no> -->",
      "<title>A page</title>",
      "<style>",
      "  main > a { }",
      "</style>",
      '<header class="top wide">',
      "  <nav>",
      "  </nav>",
      "</header>",
      '<main data-x="1 > 0" id=content>',
      "  <h1>Sign <b>in</b> &amp; out",
      "  </h1>",
      "  <p>unclosed",
      "  <form id='login'>",
      '    <input id="user">',
      "    <p id={{ no }}>",
      "  </form>",
      "</main>",
      "<script>",
      '  "<div id=no>"',
      "</script>",
      "<script src=a.js></script>",
      "<div id=open>",
      "  text",
    ),
    [
      "module style 4-6 | <style>",
      "section header.top 7-10",
      "section header.top.nav 8-9 | <nav>",
      "section main#content 11-19",
      "section main#content.Sign in & out 12-13 | <h1>Sign <b>in</b> &amp; out",
      "section main#content.form#login 15-18 | <form id='login'> … 1 element",
      "module script 20-22 | <script>",
      "object div#open 24-25 | <div id=open>",
    ],
  ],
  [
    "base.jinja",
    lines(
      '{% extends "a" %}',
      "{# {% block no %} #}",
      "{% block title %}A{% endblock %}",
      "{%- block body scoped -%}",
      '  <div id="a">',
      "    {% block inner %}</div>{% endblock inner %}",
      "  </div>",
      "{% endblock %}",
      "{% block short 'Shop' %}",
      "{% macro field(name, type='text') %}",
      '  <input {% if a > b %}x{% endif %} id="{{ name }}">',
      "{% endmacro %}",
      '{{#*inline "part"}}',
      "{{/inline}}",
    ),
    [
      "section title 3-3 | {% block title %}A{% endblock %}",
      "section body 4-8",
      'object body.div#a 5-7 | <div id="a"> … 1 element',
      "section short 9-9 | {% block short 'Shop' %}",
      "function field 10-12 | {% macro field(name, type='text') %}",
      'section part 13-14 | {{#*inline "part"}}',
    ],
  ],
  [
    "app.properties",
    lines("# Java", "a.b = 1", "  c.d = 2", "    long = x \\", "      y = z", "\te: f", "g = 3"),
    [
      "property a.b 2-2 | a.b = 1",
      "property c.d 3-3 | c.d = 2",
      "property long 4-5 | long = x \\",
      "property e 6-6 | e: f",
      "property g 7-7 | g = 3",
    ],
  ],
  [
    "win.ini",
    lines(
      "# C:\\dir\\",
      "key = 1",
      "[a] ; see [b]",
      "x = C:\\tmp\\",
      "[c]",
      "my key = 2",
      "Größe = 3",
      "?",
      "y = 1",
    ),
    [
      "property key 2-2 | key = 1",
      "section a 3-4",
      "property a.x 4-4 | x = C:\\tmp\\",
      "section c 5-9",
      "property c.my key 6-6 | my key = 2",
      "property c.Größe 7-7 | Größe = 3",
      "property c.y 9-9 | y = 1",
    ],
  ],
  ["flow.yaml", lines("{", '"a": 1,', "b: 2", "}"), []],
  [
    "Cargo.toml",
    lines(
      "top = 1",
      "[package] # a",
      'name = "a"',
      "text = '''",
      "[no]",
      "'''",
      "[[bin]]",
      'name = "one"',
      "[bin.more]",
      "[[bin]]",
      'path = "x"',
      "[tool.ruff]",
      "matrix = [",
      "  [1],",
      "[2] ]",
      '[tool.ruff."a.b"]',
      "c.d = 1",
      "",
    ),
    [
      "property top 1-1 | top = 1",
      "section package 2-6",
      'property package.name 3-3 | name = "a"',
      "property package.text 4-6 | text = '''",
      "section bin 7-11",
      "object bin.one 7-9 | [[bin]] … 2 keys",
      "object bin.1 10-11 | [[bin]] … 1 key",
      "section tool.ruff 12-17",
      "property tool.ruff.matrix 13-15 | matrix = [",
      'section tool.ruff.a.b 16-17 | [tool.ruff."a.b"] … 1 key',
    ],
  ],
  [
    "setup.cfg",
    lines(
      "root = true",
      "[options]",
      "install =",
      "  a = 1",
      "  [b]",
      "zip: no",
      "; c = d",
      '[section "sub"]',
      "\turl = x",
      "\tlong = y \\",
      "z = w",
    ),
    [
      "property root 1-1 | root = true",
      "section options 2-6",
      "property options.install 3-5 | install =",
      "property options.zip 6-6 | zip: no",
      'section section "sub" 8-11',
      'property section "sub".url 9-9 | url = x',
      'property section "sub".long 10-11 | long = y \\',
    ],
  ],
])("of %s the keys or elements are the outline", async (path, text, expected) =>
  expect(await outline(path, text)).toEqual(expected),
);

it("keys are listed all or not at all, and how many there are is told where they are not", async () => {
  const keys = (count: number): string => Array.from({ length: count }, (_, at) => `  k${at}: 1`).join("\n");
  expect(await outline("a.yaml", `many:\n${keys(1_000)}\nfew:\n${keys(2)}\n`)).toEqual([
    "property many 1-1001 | many: … 1000 keys",
    "property few 1002-1004",
    "property few.k0 1003-1003 | k0: 1",
    "property few.k1 1004-1004 | k1: 1",
  ]);
});

it("keys that hold something come before those that do not, and of the third level the most", async () => {
  const paths = Array.from({ length: 12 }, (_, at) => `  /p${at}:\n    get:\n      a: 1\n`).join("");
  const text =
    `info:\n${Array.from({ length: 12 }, (_, at) => `  i${at}: 1\n`).join("")}paths:\n${paths}components:\n ` +
    " schemas:\n    A:\n      x: 1\n    B:\n      x: 1\n";
  expect(
    (await analyze("openapi.yaml", text)).symbols
      .map(({ label }) => label)
      .filter((label) => !label.startsWith("paths./")),
  ).toEqual([
    "info",
    "paths",
    "components",
    "components.schemas",
    "components.schemas.A",
    "components.schemas.B",
  ]);
});

it("of a flat file of any size so many keys are symbols, and the rest is counted", async () => {
  const text = Array.from({ length: SIDECAR_LIMITS.keysPerFile + 7 }, (_, at) => `k${at}=v\n`).join("");
  const { symbols } = await analyze("a.properties", text);
  expect([
    symbols.length,
    omittedKeys("ini", text, symbols.length),
    omittedKeys(
      "ini",
      text.split("\n").slice(0, SIDECAR_LIMITS.keysPerFile).join("\n"),
      SIDECAR_LIMITS.keysPerFile,
    ),
  ]).toEqual([SIDECAR_LIMITS.keysPerFile, 7, 0]);
});

it("texts of millions of characters in one line, and objects in one line, have their outermost keys alone", async () => {
  const text = `{"a": "${"x\\n".repeat(2_000_000)}", "b": ${'{"c": '.repeat(100_000)}1${"}".repeat(100_000)}}`;
  expect(
    (await analyze("a.json", text)).symbols.map(({ label, start, end }) => [
      label,
      start,
      end === text.length - 1,
    ]),
  ).toEqual([
    ["a", 1, false],
    ["b", text.indexOf('"b"'), true],
  ]);
});
