import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("server/Server.kt", {
  "lambdas give what their last statement is; a return without a label leaves the function": {
    source: `
      fun f(): Conn {
          all.map { it.name() }.filter { x -> x.ok() }
          all.fold(size) { sum, (key, value) -> sum + key.size() }
          each(size, by = ::pick) { if (it.ok()) return it.conn(); return@each other() }
          val g = fun(x: Int): Conn { return dial(x) }
          run { it }
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1(): Conn
          g = #6
          return it.conn() in #5
          call map at 2: all.map(#2)
          call filter at 2: all.map(#2).filter(#3)
          call fold at 3: all.fold(size, #4)
          call each at 4: each(size, by: pick, #5)
          call run at 6: run(#7)
          arrow function#2(it)
            return it.name()
            call name at 2: it.name()
          arrow function#3(x)
            return x.ok()
            call ok at 2: x.ok()
          arrow function#4(sum, (key, value))
            key = (key, value).component1
            value = (key, value).component2
            return sum.plus(key.size())
            call size at 3: key.size()
          arrow function#5(it)
            return other()
            call ok at 4: it.ok()
            call conn at 4: it.conn()
            call other at 4: other()
          exported function#6(x: Int): Conn
            return dial(x)
            call dial at 5: dial(x)
          arrow function#7()
            return it
    `,
  },
  "functions of the library that run a lambda with an object": {
    source: `
      fun f(conn: Conn) {
          val a = conn.apply { start() }
          val b = conn.let { it.next() }
          val c = with(conn) { next() }
          conn.also { x -> x.close() }.stop()
          val d = run { dial() }
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1(conn: Conn)
          a = conn
          b = it.next() in #3
          c = next() in #4
          d = dial() in #6
          call apply at 2: conn.apply(#2)
          call let at 3: conn.let(#3)
          call with at 4: with(conn, #4)
          call also at 5: conn.also(#5)
          call stop at 5: conn.stop()
          call run at 6: run(#6)
          function#2() of typeof conn in #1
            return start()
            call start at 2: start()
          arrow function#3()
            it = conn in #1
            return it.next()
            call next at 3: it.next()
          function#4() of typeof conn in #1
            return next()
            call next at 4: next()
          arrow function#5()
            x = conn in #1
            return x.close()
            call close at 5: x.close()
          arrow function#6()
            return dial()
            call dial at 6: dial()
    `,
  },
  "what was found to be of a type is of it in that branch": {
    source: `
      fun f(x: Any, y: Any) {
          if (x is Conn && x.ok()) x.close() else x.log()
          when (y) {
              is Conn -> y.close()
              is Store, is Part -> y.open()
              in range() -> y.stop()
              else -> y.log()
          }
          val z = when { y is Conn -> y.next(); else -> other() }
          if (!ok(x)) return
          x.end()
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1(x: Any, y: Any)
          x~1 = a Conn
          y~2 = a Conn
          y~3 = a Conn
          z = (y~3.next() | other())
          call ok at 2: x~1.ok()
          call close at 2: x~1.close()
          call log at 2: x.log()
          call close at 4: y~2.close()
          call open at 5: y.open()
          call range at 6: range()
          call stop at 6: y.stop()
          call log at 7: y.log()
          call next at 9: y~3.next()
          call other at 9: other()
          call ok at 10: ok(x)
          call end at 11: x.end()
    `,
  },
  "a guard of a branch sees what the branch was found to be": {
    source: `
      fun f(x: Any) = when (x) {
          is Conn if x.ok() -> x.close()
          else if ready() -> x.log()
          else -> other()
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1(x: Any)
          x~1 = a Conn
          return (x~1.close() | x.log() | other())
          call ok at 2: x~1.ok()
          call close at 2: x~1.close()
          call ready at 3: ready()
          call log at 3: x.log()
          call other at 4: other()
    `,
  },
  "branches are values": {
    source: `
      fun f() {
          val a = if (ok()) one() else { log(); two() }
          val b = try { one() } catch (e: IOException) { e.log() } finally { end() }
          val c = one() ?: return
          var d: Conn? = null
          d = a as Conn
          d.name = "x"
          all[0] = d
      }
      class A { fun f() { field = dial() } }
    `,
    flow: `
      file#0
        f = #1
        A = #2
        exported function f#1()
          a = (one() | two())
          e = a IOException
          b = (one() | e.log())
          c = one()
          d = a Conn
          d = a Conn
          d.name = "x"
          all["0"] = d
          call ok at 2: ok()
          call one at 2: one()
          call log at 2: log()
          call two at 2: two()
          call one at 3: one()
          call log at 3: e.log()
          call end at 3: end()
          call one at 4: one()
        exported class A#2
          f = #3
          exported function f#3()
            this.field = dial()
            call dial at 10: dial()
    `,
  },
});
