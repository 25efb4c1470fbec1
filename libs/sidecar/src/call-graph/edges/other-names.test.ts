/**
 * Callers of functions that are passed on: found where the function that receives them calls them, under any
 * name.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { NONE } from "../../call-facts/facts.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { filesOf } from "../testing/check-edges.ts";
import { resolveSite } from "./call-sites.ts";
import { callersOf } from "./callers.ts";

const COURIER = new URL("../../../../../fixtures/courier/", import.meta.url).pathname;

test.each<[string, string, string, readonly string[]]>([
  [
    "a parameter of a constructor that keeps it",
    "finish",
    `//- mock.py
class Transport:
    def __init__(self, handler):
        self.handle = handler
    def send(self):
        self.handle()
//- a.py
from mock import Transport
def finish(): pass
Transport(finish)
`,
    ["mock.py:5"],
  ],
  [
    "a parameter that is run by a method of functions",
    "each",
    `//- utils.js
export function forEach(list, fn) { for (const item of list) fn.call(null, item); }
//- a.js
import { forEach } from "./utils";
forEach([1], function each(item) {});
`,
    ["utils.js:1"],
  ],
  [
    "a variable that is handed further",
    "encode",
    `//- params.js
export class Params { print(encoder) { return encoder.call(this); } }
//- a.js
import { Params } from "./params";
function encode() {}
export function build(given) { const own = given || encode; return new Params().print(own); }
`,
    ["params.js:1"],
  ],
  [
    "a parameter whose function hands it to another one",
    "finish",
    `//- inner.js
export function inner(callback) { callback(); }
//- outer.js
import { inner } from "./inner";
export function outer(done) { inner(done); }
//- a.js
import { outer } from "./outer";
function finish() {}
outer(finish);
`,
    ["inner.js:1"],
  ],
  [
    "an entry of a table that another file imports",
    "Gzip",
    `//- tables.py
class Gzip: pass
DECODERS = {"gzip": Gzip}
//- a.py
from tables import DECODERS
def decode(name):
    decoder = DECODERS[name]
    return decoder()
`,
    ["a.py:4"],
  ],
  [
    "the function that a decorator wraps",
    "save",
    `//- a.py
def locked(f):
    def inner(*args):
        return f(*args)
    return inner
@locked
def save(): pass
`,
    ["a.py:3"],
  ],
  [
    "a call of the function that gives it back",
    "decorator",
    `//- app.py
class App:
    def route(self, rule):
        def decorator(f):
            return f
        return decorator
    def get(self, rule):
        return self.route(rule)
//- a.py
from app import App
app = App()
@app.route("/")
def index(): pass
@app.get("/list")
def listed(): pass
`,
    ["a.py:3", "a.py:5"],
  ],
  [
    "the name that an import gives it",
    "Box",
    `//- Box.php
<?php
namespace Contracts;
class Box {}
//- a.php
<?php
use Contracts\\Box as BoxContract;
function make() { return new BoxContract(); }
`,
    ["a.php:3"],
  ],
  [
    "a member of a module that is run by a method of functions",
    "merge",
    `//- utils.js
function merge() {}
export default { merge };
//- a.js
import utils from "./utils";
utils.merge.call({ caseless: true }, 1);
`,
    ["a.js:2"],
  ],
])("%s", async (_, name, text, expected) => {
  const project = factsProject(
    await Promise.all(
      filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
    ),
  );
  const targets = [...project.paths.keys()].flatMap((file) =>
    (project.flow(file)?.scopes ?? []).flatMap((scope, at) =>
      scope.name === name ? [{ file, scope: at }] : [],
    ),
  );
  const { callers } = await callersOf(new Evaluator(project), targets.slice(0, 1), {
    enough: 100,
    isAsked: () => true,
    pause: () => undefined,
  });
  expect(callers.map(({ file, site }) => `${project.paths[file]}:${site.line}`)).toEqual(expected);
});

test("whatever a call site calls has that among its callers", async () => {
  const paths = readdirSync(COURIER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(COURIER, join(entry.parentPath, entry.name)));
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = readFileSync(join(COURIER, path), "utf8");
      return { path, text, facts: await analyze(path, text) };
    }),
  );
  const project = factsProject(files);
  const resolution = new Evaluator(project);
  const missed: string[] = [];
  let edges = 0;
  for (const file of project.paths.keys())
    for (const site of project.flow(file)?.sites ?? []) {
      for (const target of resolveSite(resolution, file, site).targets) {
        if (
          target.confidence === "name_match" ||
          project.flow(target.file)?.scopes[target.scope]?.symbol === NONE
        )
          continue;
        const { callers } = await callersOf(new Evaluator(project), [target], {
          enough: 1_000,
          isAsked: () => true,
          pause: () => undefined,
        });
        edges++;
        if (!callers.some((caller) => caller.file === file && caller.site.start === site.start))
          missed.push(`${project.paths[file]}:${site.line}`);
      }
    }
  expect([edges > 20, missed]).toEqual([true, []]);
});
