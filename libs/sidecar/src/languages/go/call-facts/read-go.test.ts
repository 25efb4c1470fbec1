import { checkCallFacts, checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("server/server.go", {
  "imports bind the package's conventional name, their own, or all names": {
    source: `
      package server
      import "fmt"
      import (
      	kr "k8s.io/retry/v2"
      	"github.com/spf13/cobra/v2"
      	"gopkg.in/yaml.v3"
      	"github.com/sergi/go-diff"
      	. "math"
      	_ "embed"
      )
    `,
    flow: `
      file#0
        import all of math
        fmt = import(fmt, *)
        kr = import(k8s.io/retry/v2, *)
        cobra = import(github.com/spf13/cobra/v2, *)
        yaml = import(gopkg.in/yaml.v3, *)
        go-diff = import(github.com/sergi/go-diff, *)
      package server
    `,
  },
  "a struct has fields; what it embeds is a base and a field": {
    source: `
      type Server[T any, K Key] struct {
      	*Base
      	pkg.Mixin[T]
      	name, Other string
      	stop        func(int) (*Conn, *Error)
      	byName      map[string][]*Conn
      	inner       struct{ done chan Event }
      }
    `,
    flow: `
      file#0
        Server = #1
        exported class Server#1 < Base < pkg.Mixin<T>
          T = ?<>
          K = Key<>
          Base = a Base
          Mixin = a pkg.Mixin<T>
          name = a <string>
          Other = a <string>
          stop = a () => [Conn, Error]
          byName = a map<<string>, []<Conn>>
          inner = a #2
          class#2
            done = a chan<Event>
    `,
  },
  "an interface has abstract methods; what it embeds is a base": {
    source: `
      type Stopper interface {
      	io.Closer
      	Stop(ctx Context) (err error)
      	~int | ~string
      }
      var anything interface{} = run
    `,
    flow: `
      file#0
        Stopper = #1
        anything = run
        exported interface Stopper#1 < io.Closer
          Stop = #2
          abstract exported function Stop#2(ctx: Context): <error>
    `,
  },
  "a defined type is a class above another type; an alias is the type itself": {
    source: `
      type Handler func(*Request) *Response
      type Names []string
      type Old = New
    `,
    flow: `
      file#0
        Handler = #1
        Names = #2
        Old = New
        exported class Handler#1 < () => Response
        exported class Names#2 < []<<string>>
    `,
  },
  "a method belongs to its receiver's type and is no name of the file": {
    source: `
      func (s *Server[T]) Stop(ctx Context, more ...Option) error { return s.conn.Close() }
      func (Server) name() {}
    `,
    flow: `
      file#0
        exported function Stop#1(receiver s: Server, ctx: Context, rest more: []<Option>): <error> of Server
          T = ?<>
          return s.conn.Close()
          call Close at 1: s.conn.Close()
        function name#2(receiver : Server) of Server
    `,
  },
  "several results are a list, of which each variable takes its part": {
    source: `
      func open(name string) (*Conn, error) { return dial(name), failed }
      func use() {
      	conn, err := open("a")
      	conn.Close()
      	s.conn, s.all[name] = open("b")
      	a, b = b, a
      }
    `,
    flow: `
      file#0
        open = #1
        use = #2
        function open#1(name: <string>): [a Conn, a <error>]
          return [dial(name), failed]
          call dial at 1: dial(name)
        function use#2()
          conn = open("a")["0"]
          err = open("a")["1"]
          s.conn = open("b")["0"]
          s.all[name] = open("b")["1"]
          a = b
          b = a
          call open at 3: open("a")
          call Close at 4: conn.Close()
          call open at 5: open("b")
    `,
  },
  "results with names are variables, and what a return without values gives": {
    source: `
      func open() (conn *Conn, err error) {
      	conn = dial()
      	return
      }
    `,
    flow: `
      file#0
        open = #1
        function open#1(): [a Conn, a <error>]
          conn = a Conn
          err = a <error>
          conn = dial()
          return [conn, err]
          call dial at 2: dial()
    `,
  },
  "behind an assertion, an index or a channel the second variable tells whether there was something": {
    source: `
      func f(v any) {
      	s, ok := v.(Stopper)
      	h, found := handlers["a"]
      	e, more := <-events
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(v)
          s = a Stopper
          ok = <bool>
          h = handlers["a"]
          found = <bool>
          e = each of events
          more = <bool>
    `,
  },
  "a name that a block declares anew is another one": {
    source: `
      func f(conn conn) {
      	if conn := open(conn); conn != nil {
      		conn.Close()
      	}
      	conn.Close()
      	parser := &parser{}
      	parser.Run()
      	go func() { conn = reopen() }()
      	err := first()
      	err, more := second()
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(conn~1: conn)
          conn~2 = open(conn~1)
          parser~3 = a parser
          conn~1 = reopen() in #2
          err = first()
          err = second()["0"]
          more = second()["1"]
          call open at 2: open(conn~1)
          call Close at 3: conn~2.Close()
          call Close at 5: conn~1.Close()
          call Run at 7: parser~3.Run()
          call  at 8: #2()
          call first at 9: first()
          call second at 10: second()
          function#2()
            call reopen at 8: reopen()
    `,
  },
  "the variable of a type switch is of each case's type": {
    source: `
      func f(v any) {
      	switch x := v.(type) {
      	case *Conn:
      		x.Close()
      	case Reader, io.Writer:
      		x.Do()
      	default:
      		use(x)
      	}
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(v)
          x = a Conn
          x~1 = (a Reader | a io.Writer)
          x~2 = v
          call Close at 4: x.Close()
          call Do at 6: x~1.Do()
          call use at 8: use(x~2)
    `,
  },
  "loops give keys and what is stored under them": {
    source: `
      func f() {
      	for name, conn := range conns {
      		conn.Close(name)
      	}
      	for e := range events {
      		e.Fire()
      	}
      	for last = range all {
      	}
      	for i := 0; i < 3; i++ {
      	}
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1()
          name = each of conns
          conn = conns[?]
          e = each of events
          i = <int>
          last = each of all
          call Close at 3: conn.Close(name)
          call Fire at 6: e.Fire()
    `,
  },
  "literals store their fields, and are lists and records of what they hold": {
    source: `
      var (
      	server   = &Server{stop: halt, Port: 80, Conn: Conn{done}}
      	handlers = []Handler{first, {run: second}, nil}
      	byName   = map[string]Handler{"a": first, key: second}
      	ports    = []int{1, 2}
      )
    `,
    flow: `
      file#0
        server = a Server
        handlers = (a []<Handler> | [first])
        byName = (a map<<string>, Handler> | {a: first, second})
        ports = a []<<int>>
        a Server.stop = halt
        a Conn["0"] = done
        a Server.Conn = a Conn
        a []<Handler>[?].run = second
    `,
  },
  "what is built in gives what its arguments say": {
    source: `
      func f() {
      	server := new(Server)
      	conns := make(chan *Conn, size)
      	all = append(all, server, other)
      	all = append(all, more...)
      	conns <- dial()
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1()
          server = a Server
          conns = a chan<Conn>
          conns[?] = dial()
          all = (all | [server, other])
          all = (all | [each of more])
          call new at 2: new(Server)
          call make at 3: make(chan<Conn>, size)
          call append at 4: append(all, server, other)
          call append at 5: append(all, *: more)
          call dial at 6: dial()
    `,
  },
  "calls with type arguments, conversions, and calls of what was stored": {
    source: `
      func f(key string) {
      	Map[int](xs)
      	pkg.Map[Key, Value](xs)
      	Map[Key](xs)
      	table[0](size)
      	table[key](size)
      	(*Server)(p).Stop()
      	[]byte(text())
      	x.(fmt.Stringer).String()
      	(f)()
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(key: <string>)
          call Map at 2: Map<<int>>(xs)
          call Map at 3: pkg.Map<Key, Value>(xs)
          call Map at 4: Map<Key>(xs)
          call  at 5: table["0"](size)
          call  at 6: table[key](size)
          call Server at 7: Server(p)
          call Stop at 7: Server(p).Stop()
          call text at 8: text()
          call String at 9: a fmt.Stringer.String()
          call f at 10: f()
    `,
  },
  "a function bound to a name is called like it; others have no name": {
    source: `
      var start = func() error { return run() }
      func f() {
      	retry := func(n int) { g(func() {}) }
      	retry(size)
      	defer func() { recover() }()
      }
    `,
    flow: `
      file#0
        start = #1
        f = #2
        function start#1(): <error>
          return run()
          call run at 1: run()
        function f#2()
          retry = #3
          call retry at 4: retry(size)
          call  at 5: #5()
          function retry#3(n: <int>)
            call g at 3: g(#4)
            function#4()
          function#5()
            call recover at 5: recover()
    `,
  },
  "type parameters are what they are bound to": {
    source: `
      func Map[T any, S Stringer](xs []T, s S, f func(T) T) (T, S) { return f(xs[0]), s }
    `,
    flow: `
      file#0
        Map = #1
        exported function Map#1(xs: []<T>, s: S, f: () => T): [a T, a S]
          T = ?<>
          S = Stringer<>
          return [f(xs["0"]), s]
          call f at 1: f(xs["0"])
    `,
  },
  "types may be declared in functions": {
    source: `
      func f() {
      	type state struct{ next *state }
      	state := state{}
      	state.next.run()
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1()
          state = #2
          state = a state
          call run at 4: state.next.run()
          class state#2
            next = a state
    `,
  },
});

checkReader({
  path: "server/all.go",
  calls: `
    package all
    import "fmt"
    const a = c1(2)
    var b, d = c2(), [c3(1)]int{}
    var ( e = c4(); f2 int = c5(c6(), c7()...) )
    type T struct { x [c8(4)]int; f func(a int) error }
    type I interface { M(a int) error }
    func (t *T) m(a, b int) (x int, err error) {
    	defer c9(c10())
    	go func() { c11() }()
    	if x := c12(); c13(x) { c14() } else if c15() { c16() } else { c17() }
    	for i := c18(); i < c19(); i += c20() { c21() }
    	for k, v := range c22() { k[c23()], v.x = c24(), c25() }
    	for range c26() {}
    	switch x := c27(); c28(x) { case c29(), c30(): c31(); fallthrough; default: c32() }
    	switch c33(); y := c34().(type) { case *T, I: c35(y); case nil: c36(); default: c37() }
    	select { case m, ok := <-c38(): c39(m, ok); case c40() <- c41(): c42(); default: c43() }
    	p := &T{x: c44(), f: func(a int) error { return c45() }}
    	q := map[string]T{c46(): {x: c47()}, "a": {c48()}}
    	r := [][]int{{c49()}, c50()}
    	z := c51()[c52():c53()].(I).c54().(*T).f
    	c55[int](1); fmt.c56[int, *T](2); []byte(c57()); (c58)(); (*c59)(nil)
    L:
    	for { c60(); break L }
    	x++
    	c61().x = !c62() && -c63() > *c64() + c65()
    	*c66() = c67()
    	type local struct { a [c68()]int }
    	{ c69(c70(c71(func() int { return c72() }))) }
    	var w, u = c73()
    	return c74(), c75()
    }
    func (t T) n()
    func external(a int) int
    var fn = func() { c76() }
  `,
  tokens: [
    "func",
    "f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "type",
    "struct",
    "interface",
    "var",
    "x",
    ":=",
    "=",
    ",",
    ".",
    "*",
    "&",
    "<-",
    "range",
    "for",
    "if",
    "switch",
    "case",
    ":",
    "select",
    "return",
    "go",
    "map",
    "chan",
    "T",
    '"s"',
    "1",
    "...",
    "import",
    "package",
    "const",
    "func (s *T)",
    "v.(type)",
  ],
  deep: `package p\nvar x = f(1)${" + 1".repeat(50_000)}`,
});
