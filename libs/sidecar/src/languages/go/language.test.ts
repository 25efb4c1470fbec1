import { checkLanguage } from "../testing/check.ts";

checkLanguage("server/server.go", {
  "types hold their fields and methods": {
    source: `
      package server

      type Server[T any] struct {
      	*Base
      	pkg.Mixin[T]
      	Name, Other string
      	inner       struct{ Deep int }
      }
      type Stopper interface {
      	io.Closer
      	Stop(ctx context.Context) (err error)
      	~int | ~string
      }
      type (
      	Alias = Server[int]
      	ID    string
      )
    `,
    outline: `
      struct Server 3-8
        field Server.Name 6-6
        field Server.Other 6-6
        field Server.inner 7-7
          field Server.inner.Deep 7-7
      interface Stopper 9-13
        method Stopper.Stop 11-11
      type Alias 15-15
      type ID 16-16
    `,
    signatures: `
      Server | type Server[T any] struct
      Server.Name | Name, Other string
      Server.Other | Name, Other string
      Server.inner | inner struct{ Deep int }
      Server.inner.Deep | Deep int
      Stopper | type Stopper interface
      Stopper.Stop | Stop(ctx context.Context) (err error)
      Alias | Alias = Server[int]
      ID | ID string
    `,
    references: `
      4: extends Base
      5: extends Mixin
      5: type T
      10: extends Closer
      11: type Context
      15: type Server
    `,
  },
  "structs in fields hold fields, behind pointers and in lists and maps too": {
    source: `
      package server

      type Server struct {
      	Limits *struct {
      		Routes []struct{ Path string }
      		Hosts  map[string]*struct{ Port int }
      	}
      	Check func(options struct{ strict bool }) error
      }
      type Rules []struct{ Name string }

      var _ = func() {}
      var tests = []struct{ name string }{}
    `,
    outline: `
      struct Server 3-9
        field Server.Limits 4-7
          field Server.Limits.Routes 5-5
            field Server.Limits.Routes.Path 5-5
          field Server.Limits.Hosts 6-6
            field Server.Limits.Hosts.Port 6-6
        field Server.Check 8-8
      type Rules 10-10
        field Rules.Name 10-10
      variable tests 13-13
    `,
  },
  "functions, and methods under their receiver": {
    source: `
      package server

      func (s *Server[T]) Stop(ctx context.Context) error {
      	retry := func() { s.try() }
      	return nil
      }
      func (Server[T]) Name() string { return "" }
      func Map[K comparable, V any](xs []K, f func(K) V) []V { return nil }
      func native(a int) int
      var Handler = func(a int) {}
    `,
    outline: `
      method Server.Stop 3-6
        function Server.Stop.retry 4-4
      method Server.Name 7-7
      function Map 8-8
      function native 9-9
      function Handler 10-10
    `,
  },
  "constants and variables count at the top only, and not when blank": {
    source: `
      package server

      const Max = 10
      const (
      	A, B = iota, 2
      	C
      )
      var x, y = f(), g()
      var (
      	z int
      	_ Stopper = (*Server)(nil)
      )
      var _ = 1
      func f() int { const local = 1; var other = 2; return other }
    `,
    outline: `
      constant Max 3-3
      constant A 5-5
      constant B 5-5
      constant C 6-6
      variable x 8-8
      variable y 8-8
      variable z 10-10
      function f 14-14
    `,
  },
  "calls of functions, methods, conversions and generics": {
    source: `
      package server

      func run() {
      	plain(1, 2)
      	s.inner.Run()
      	go s.loop()
      	defer errors.New("x")
      	a.B().C()
      	New[Foo]()
      	New[Foo](1)
      	pkg.New[Foo]()
      	pkg.New[Foo, Bar](1)
      }
    `,
    calls: `
      4: plain/2 in run
      5: s.inner . Run/0 in run
      6: s . loop/0 in run
      7: errors . New/1 in run
      8: a . B/0 in run
      8: a.B() . C/0 in run
      9: New/0 in run
      10: New in run
      11: pkg . New/0 in run
      12: pkg . New in run
    `,
  },
  "imports under the name that the file uses": {
    source: `
      package server

      import "os"
      import (
      	"fmt"
      	. "math"
      	_ "embed"
      	kr "k8s.io/client-go/util/retry"
      	"github.com/spf13/cobra/v2"
      	"gopkg.in/yaml.v3"
      )
    `,
    imports: `
      3: import os {* as os}
      5: import fmt {* as fmt}
      6: import math {*}
      7: import embed
      8: import k8s.io/client-go/util/retry {* as kr}
      9: import github.com/spf13/cobra/v2 {* as cobra}
      10: import gopkg.in/yaml.v3 {* as yaml}
    `,
  },
  "comments document what is below them": {
    source: `
      package server

      // Server serves
      // requests.
      type Server struct {
      	// Name of the host.
      	Name string
      	port int // not above anything
      	Host string
      }

      //go:generate stringer
      // Color of a thing.
      type Color int
    `,
    docs: `
      Server | Server serves
      Server.Name | Name of the host.
      Color | Color of a thing.
    `,
  },
  "names of one declaration share what documents it, and fields without a name are none": {
    source: `
      type work struct {
      \t_ [4]byte
      \t// Bases of each root.
      \tbaseData, baseEnd uint32
      }
    `,
    outline: `
      struct work 1-5
        field work.baseData 4-4
        field work.baseEnd 4-4
    `,
    docs: `
      work.baseData | Bases of each root.
      work.baseEnd | Bases of each root.
    `,
  },
  "an empty file": { source: "", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      package server

      func before() {}

      func broken( {
      	x := [
      }

      func after() { go_() }
    `,
    outline: `
      function before 3-3
      function broken 5-7
      function after 9-9
    `,
    diagnostics: "syntax_error",
  },
});
