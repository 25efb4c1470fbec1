/** A returned parameter has, in each call, the value of that call's argument. */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("Python", () => {
  const given = (call: string): string => `
  //- a.py
  from typing import Any, Callable
  def first(): pass
  def second(): pass
  class App:
    def ensure(self, function: Callable[..., Any]) -> Callable[..., Any]:
      return function
  def same(function, other=second):
    return function
  def either(function=None, other=second):
    return other
  def elsewhere(app: App):
    app.ensure(second)
    same(second)
  def run(app: App):
    ${call}
`;
  const around = "elsewhere → App.ensure\nelsewhere → same";
  checkEdges({
    "a function": { files: given("same(first)()"), edges: `${around}\nrun → same\nrun → first` },
    "by name": {
      files: given("same(other=first, function=first)()"),
      edges: `${around}\nrun → same\nrun → first`,
    },
    "a method of a declared type that says nothing": {
      files: given("app.ensure(first)()"),
      edges: `${around}\nrun → first\nrun → App.ensure`,
    },
    "the default where nothing is handed over": {
      files: given("either()()"),
      edges: `${around}\nrun → either\nrun → second`,
    },
    "any where arguments are spread": {
      files: given("same(*[first])()"),
      edges: `${around}\nrun → same\nrun → second`,
    },
  });
});

describe("JavaScript", () => {
  checkEdges({
    "an arrow function": {
      files: `
  //- a.js
  const same = (given) => given;
  function first() {}
  function second() {}
  function one() { same(first)(); }
  function two() { same(second)(); }
`,
      edges: `
        one → same
        one → first
        two → same
        two → second
      `,
    },
  });
});
