/** Which functions Go's call sites lead to. */
import { describe } from "vitest";
import { checkEdges } from "./testing/check-edges.ts";

const MODULE = `
  //- go.mod
  module shop
`;

describe("what a function declares to return outweighs what its body returns", () => {
  checkEdges({
    "one of several results": {
      files: `${MODULE}
  //- runner.go
  package shop
  type Runner interface { Run() error }
  type command struct{}
  func (c *command) Run() error { return nil }
  func open() (Runner, error) { return &command{}, nil }
  func main() {
    r, err := open()
    r.Run()
    err.Error()
  }
`,
      edges: `
        main → open
        main → Runner.Run, command.Run possible
      `,
    },
    "unless that says nothing": {
      files: `${MODULE}
  //- runner.go
  package shop
  type command struct{}
  func (c *command) Run() error { return nil }
  func open() (any, error) { return &command{}, nil }
  func main() {
    r, _ := open()
    r.Run()
  }
`,
      edges: `
        main → open
        main → command.Run
      `,
    },
  });
});

describe("a type that is defined by another one holds what that holds", () => {
  checkEdges({
    "elements of a slice, by index and range": {
      files: `${MODULE}
  //- page.go
  package shop
  type Page struct{}
  func (p *Page) Title() string { return "" }
  type Pages []*Page
  func first(pages Pages) string { return pages[0].Title() }
  func all(pages Pages) {
    for _, page := range pages { page.Title() }
  }
`,
      edges: `
        first → Page.Title
        all → Page.Title
      `,
    },
    "values of a map": {
      files: `${MODULE}
  //- page.go
  package shop
  type Page struct{}
  func (p *Page) Title() string { return "" }
  type byName map[string]*Page
  func first(pages byName) string { return pages["a"].Title() }
`,
      edges: `
        first → Page.Title
      `,
    },
  });
});
