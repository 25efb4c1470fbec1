/** Call resolution in Go. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

const MODULE = `
  //- go.mod
  module shop
`;

describe("what a function declares to return outweighs what its body returns", () => {
  checkEdges({
    "tests outside of a package see what its own tests export": {
      files: `
  //- go.mod
  module example.org/app
  //- sort/sort.go
  package sort
  func compare() {}
  //- sort/export_test.go
  package sort
  func Compare() { compare() }
  //- sort/sort_test.go
  package sort_test
  import "example.org/app/sort"
  func run() { sort.Compare() }
`,
      edges: `
        Compare → compare
        run → Compare
      `,
    },
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

describe("names", () => {
  checkEdges({
    "a package is called what its files say": {
      files: `
  //- go.mod
  module host.org/go-shop/v2
  //- shop.go
  package shop
  func Open() {}
  //- cmd/main.go
  package main
  import "host.org/go-shop/v2"
  func main() { shop.Open() }
`,
      edges: `
        main → Open
      `,
    },
    "a constant without a type is of that of the one before": {
      files: `${MODULE}
  //- trace.go
  package shop
  type Target int
  func (t Target) Print() {}
  const (
    General Target = 1 << iota
    Http
  )
  func main() { Http.Print() }
`,
      edges: `
        main → Target.Print
      `,
    },
  });
});

describe("what is generic", () => {
  checkEdges({
    "a result of a generic type is of that type, whatever its arguments are": {
      files: `${MODULE}
  //- group.go
  package shop
  type Group[G any] interface { Add(G) }
  type group[G any] struct{}
  func (g *group[G]) Add(item G) {}
  func open[G any]() Group[G] { return &group[G]{} }
  func main() { open[int]().Add(1) }
`,
      edges: `
        main → open
        main → Group.Add, group.Add possible
      `,
    },
    "a parameter that takes any list holds what is handed to it": {
      files: `${MODULE}
  //- list.go
  package shop
  type page struct{}
  func (p *page) show() {}
  func first[T any](items []T) T { return items[0] }
  func main() { first([]*page{{}}).show() }
`,
      edges: `
        main → first
        main → page.show
      `,
    },
  });
});

describe("fields", () => {
  checkEdges({
    "one that is assigned through a type that embeds its type is what is declared there": {
      files: `${MODULE}
  //- adapter.go
  package shop
  type target interface { publish() }
  type inner struct { to target }
  type adapter struct { *inner }
  func (a *adapter) set(next target) { a.to = pick(next) }
  func (a *adapter) run() { a.to.publish() }
`,
      edges: `
        adapter.run → target.publish
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
    "methods of a generic type give what its object is made of, whatever their receiver calls it": {
      files: `
        //- go.mod
        module x
        //- a.go
        package x
        type Value struct{}
        func (v *Value) Hit() {}
        type Cache[K comparable, T any] struct{ held map[K]T }
        func (c *Cache[K, T]) Get(k K) (T, bool) { v, ok := c.held[k]; return v, ok }
        func (c *Cache[_, T]) One() T { return c.held[0] }
        type Shelf struct{ *Cache[string, *Value] }
        func run(cache *Cache[string, *Value], shelf Shelf) {
          if v, ok := cache.Get("a"); ok { v.Hit() }
          cache.One().Hit()
          cache.Or("a", nil).Hit()
          v, _ := shelf.Get("a")
          v.Hit()
        }
        //- b.go
        package x
        func (c *Cache[A, B]) Or(a A, b B) B { return b }
      `,
      edges: `
        run → Cache.Get
        run → Value.Hit
        run → Cache.One
        run → Value.Hit
        run → Cache.Or
        run → Value.Hit
        run → Cache.Get
        run → Value.Hit
      `,
    },
  });
});
