/** Call resolution in Kotlin, as edges of small codebases. */
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "keys and values of maps, and of what is left of them, are read like lists": {
    files: `
      //- a.kt
      class Node { fun go() {} }
      class Other { fun go() {} }
      fun run(nodes: Map<String, Node>, keys: Map<Node, String>) {
        nodes.filterValues { true }.values.first().go()
        nodes.toSortedMap().values.forEach { it.go() }
        keys.keys.single().go()
        for ((_, node) in nodes.filterKeys { true }) node.go()
      }
    `,
    edges: `
      run → Node.go
      run.<5> → Node.go
      run → Node.go
      run → Node.go
    `,
  },
  "names in backticks are the same as without": {
    files: `
      //- a.kt
      package a
      class Dep { fun \`is\`(n: Int): Dep = this; fun \`match\`(): Dep = this }
      fun Dep.\`when\`() {}
      object \`Odd\` { fun go() {} }
      //- b.kt
      package b
      import a.\`when\`
      import a.\`Odd\` as \`Even\`
      fun run(dep: a.Dep, \`in\`: a.Dep) {
        dep.\`is\`(2).match()
        \`in\`.\`when\`()
        Even.go()
      }
      //- C.java
      class C { void run(a.Dep dep) { dep.is(2); } }
    `,
    edges: `
      C.run → Dep.is
      run → Dep.is
      run → Dep.match
      run → Dep.when
      run → Odd.go
    `,
  },
  "lists give what they hold, and functions that are named by their class what these are declared to give": {
    files: `
      //- a.kt
      class User(val addr: Addr) {
        fun save() {}
        fun home(): Addr = addr
      }
      class Addr {
        fun zip() {}
      }
      class Other {
        fun save() {}
        fun zip() {}
      }
      fun run(all: List<User>) {
        all.map { it.addr }.filterNotNull().sortedBy { it.zip() }.forEach { a -> a.zip() }
        all.firstOrNull { it.save() == 1 }?.save()
        all.map(User::home).forEach { it.zip() }
      }
    `,
    edges: `
      run.<13>@13 → Addr.zip
      run.<13>@13 → Addr.zip
      run.<14> → User.save
      run → User.save
      run.<15> → Addr.zip
    `,
  },
  "a plain name may be one of the receiver's; names of the function itself come first": {
    files: `
      //- Main.kt
      package a
      open class Base { fun below() {} }
      class Server : Base() {
        fun go() {}
        fun hidden() {}
      }
      fun plain() {}
      fun go() {}
      fun Server.other() {}
      fun Server.extended() {
        fun hidden() {}
        go(); below(); other(); plain(); hidden()
      }
      fun run(server: Server) {
        with(server) { go() }
        server.apply { other() }
        server.let { go() }
      }
    `,
    edges: `
      Main.kt → Base
      Server.extended → Server.go
      Server.extended → Base.below
      Server.extended → Server.other
      Server.extended → plain
      Server.extended → Server.extended.hidden
      Server.<15> → Server.go
      Server.<16> → Server.other
      run.<17> → go
    `,
  },
  "apply and also without an object are about the own one, and give it": {
    files: `
      //- a.kt
      open class Request {
        fun url(name: String) = apply { check(name) }
        fun body(name: String) = also { it.check(name) }
        fun maybe() = takeIf { it.check("a") }
        fun check(name: String) {}
      }
      class Get : Request() {
        fun cached() {}
      }
      fun Request.quiet() = apply { body("a") }
      fun chain() {
        Request().url("a").body("b").quiet().url("c")
        val request = Request().url("a")
        request.body("b")
        Request().maybe()?.url("c")
        with(request) { apply { body("a") }.url("b") }
        Get().url("a").cached()
      }
      //- build.gradle.kts
      apply { plugin("java") }
    `,
    edges: `
      Request.<2> → Request.check
      Request.body.<3> → Request.check
      Request.maybe.<4> → Request.check
      a.kt → Request
      Request.<10> → Request.body
      chain → Request
      chain → Request.url
      chain → Request.body
      chain → Request.quiet
      chain → Request.url
      chain → Request
      chain → Request.url
      chain → Request.body
      chain → Request
      chain → Request.maybe
      chain → Request.url
      Request.<16>@16 → Request.body
      Request.<16>@16 → Request.url
      chain → Get
      chain → Request.url
      chain → Get.cached
    `,
  },
  "a variable of the function around comes before a field of the receiver, and hides no method": {
    files: `
      //- a.kt
      class Headers {
        fun copy() {}
      }
      class Request {
        val body = Other()
        fun headers(headers: Headers) = apply { headers.copy() }
        fun url(url: String) = apply { url(url) }
        fun body(body: Headers, other: Request) = other.apply { body.copy() }
      }
      class Other {
        fun copy() {}
      }
    `,
    edges: `
      a.kt → Other
      Request.<6> → Headers.copy
      Request.<7> → Request.url
      Request.<8> → Headers.copy
    `,
  },
  "what a condition says counts behind it": {
    files: `
      //- a.kt
      class Node {
        val isOpen = true
        fun visit() {}
      }
      class Other {
        fun visit() {}
      }
      fun one(o: Any) {
        if (o !is Node || !o.visit()) return
        o.visit()
      }
      fun two(all: List<Any>) {
        for (o in all) {
          if (!(o is Node)) { continue }
          o.visit()
        }
      }
      fun three(o: Any) {
        if (o !is Node) log() else o.visit()
        if (o is Node && o.isOpen) log() else throw Error()
        o.visit()
      }
      fun four(o: Any) {
        require(o is Node) { "no" }
        o.visit()
      }
      fun five(o: Any) {
        if (o !is Node) log()
        o.visit()
      }
    `,
    edges: `
      one → Node.visit
      one → Node.visit
      two → Node.visit
      three → Node.visit
      three → Node.visit
      four → Node.visit
    `,
  },
  "what functions of the library give of what they are handed": {
    files: `
      //- a.kt
      class Node {
        fun visit() {}
      }
      class Other {
        fun visit() {}
      }
      fun one(node: Node?, pair: Pair<Node, Other>) {
        requireNotNull(node).visit()
        checkNotNull(node) { "none" }.visit()
        pair.first.visit(); pair.second.visit()
        val (a, b) = Pair(node, 1)
        a.visit()
        val (c, d) = node to Other()
        d.visit()
        listOf(node).first().visit()
        mapOf("a" to node)["a"]!!.visit()
      }
      suspend fun two(scope: CoroutineScope) {
        scope.async { Node() }.await().visit()
        val later = async { Node() }
        later.await().visit()
      }
    `,
    edges: `
      one → Node.visit
      one → Node.visit
      one → Node.visit
      one → Other.visit
      one → Node.visit
      one → Other
      one → Other.visit
      one → Node.visit
      one → Node.visit
      two.<19> → Node
      two → Node.visit
      two.<20> → Node
      two → Node.visit
    `,
  },
  "what a platform has of a class stands for what is expected of it, where there is one": {
    files: `
      //- common/Buffer.kt
      package io
      expect class Buffer() {
        fun size(): Int
      }
      //- jvm/Buffer.kt
      package io
      actual class Buffer {
        actual fun size(): Int = 1
      }
      //- common/Use.kt
      package io
      fun run() { Buffer().size() }
    `,
    edges: `
      run → Buffer.Buffer
      run → Buffer.size@3
    `,
  },
  "all names of a package are imported whatever its folder is called": {
    files: `
      //- common/src/internal/Trace.kt
      package org.acme.internal
      expect fun trace(): Int
      //- jvm/src/internal/Trace.kt
      package org.acme.internal
      actual fun trace(): Int = 1
      //- common/src/Run.kt
      package org.acme
      import org.acme.internal.*
      import org.acme.missing.*
      fun run() { trace(); missing() }
    `,
    edges: `
      run → trace@2
    `,
  },
  "of what several platforms have in the place of what is expected none is certain; a platform's own file means its own":
    {
      files: `
      //- common/Lock.kt
      package a
      expect fun now(): Long
      expect class Lock {
        fun lock(): Int
        val free: Int
        class Key { fun turn() }
      }
      expect abstract class Base {
        open fun close()
        abstract fun go()
      }
      expect fun Lock.held(): Int
      expect fun with(lock: Lock): Int
      fun run(lock: Lock, key: Lock.Key, base: Base) {
        now()
        with(lock)
        lock.lock()
        lock.held()
        println(lock.free)
        key.turn()
        base.close()
        base.go()
      }
      //- jvm/Lock.kt
      package a
      actual fun now(): Long = 1
      actual class Lock {
        actual fun lock(): Int = 1
        actual val free: Int get() = 1
        actual class Key { actual fun turn() {} }
        fun own() {}
      }
      actual abstract class Base {
        actual open fun close() {}
        actual abstract fun go()
      }
      class Derived : Base() { override fun go() {} }
      actual fun Lock.held(): Int = lock()
      actual fun with(lock: Lock): Int = 2
      fun jvm(lock: Lock) { now(); lock.own(); lock.lock() }
      //- native/Lock.kt
      package a


      actual fun now(): Long = 1
      actual class Lock {
        actual fun lock(): Int = 1
        actual val free: Int get() = 1
        actual class Key { actual fun turn() {} }
      }
      actual fun Lock.held(): Int = lock()
      actual fun with(lock: Lock): Int = 3
      //- other/Lock.kt
      package a
      actual typealias Lock = java.util.Lock
      actual fun with(lock: Lock): Int = 4
      //- b/Lock.kt
      package b
      actual class Lock {
        actual fun lock(): Int = 2
        actual val free: Int get() = 2
      }
    `,
      edges: `
      run → now@2 possible, now@4 possible
      run → with@15 possible, with@11 possible, with@3 possible
      run → Lock.lock@4 possible, Lock.lock@6 possible
      run → Lock.held@14 possible, Lock.held@10 possible
      run → Lock.free@5 possible, Lock.free@7 possible
      run → Lock.Key.turn@6 possible, Lock.Key.turn@8 possible
      run → Base.close@10
      run → Base.go@11, Derived.go possible
      jvm/Lock.kt → Base@8
      Lock.held@14 → Lock.lock@4
      jvm → now@2
      jvm → Lock.own
      jvm → Lock.lock@4
      Lock.held@10 → Lock.lock@6
    `,
    },
  "operators give what their functions return": {
    files: `
      //- Path.kt
      package io
      class Path {
        operator fun div(child: String): Path = this
      }
      fun Path.read() {}
      private fun Thing.toLong() {}
      //- Use.kt
      package io
      fun run(base: Path, size: Int) {
        (base / "a" / "b").read()
        (size - 2 * 3).toLong()
        nobody.toLong()
      }
    `,
    edges: `
      run → Path.read
    `,
  },
  "of extensions of one name those are meant that the file imports": {
    files: `
      //- a/Text.kt
      package a
      class Text {
        companion object {
          fun String.encode(): Text = Text()
        }
      }
      fun Text.show() {}
      //- bench/Tools.kt
      package bench
      object Tools {
        fun String.encode(): Int = 1
      }
      //- test/Use.kt
      package test
      import a.Text.Companion.encode
      import a.show
      fun run() { "x".encode().show() }
    `,
    edges: `
      Text.Companion.encode → Text
      run → Text.Companion.encode
      run → Text.show
    `,
  },
  "of extensions of one name on a library's type the one counts that is imported": {
    files: `
      //- a/A.kt
      package a
      fun String.shout() = 1
      //- b/B.kt
      package b

      fun String.shout() = 2
      //- c/Use.kt
      package c
      import b.shout
      fun use() { "x".shout() }
    `,
    edges: "use → shout@3",
  },
  "what is awaited together is a list of what each gives": {
    files: `
      //- A.kt
      import kotlinx.coroutines.*
      class Node { fun run() {} }
      class Other { fun run() {} }
      suspend fun all(some: List<Deferred<Node>>, ids: List<Int>) = coroutineScope {
        for (node in some.awaitAll()) node.run()
        ids.map { async { Node() } }.awaitAll().forEach { it.run() }
        val (one, other) = awaitAll(async { Node() }, async { Node() })
        one.run()
      }
    `,
    edges: `
      all.<4> → Node.run
      all.<4>.<6>.<6> → Node
      all.<4>.<6>@6 → Node.run
      all.<4>.<7>@7 → Node
      all.<4>.<7>@7 → Node
      all.<4> → Node.run
    `,
  },
});
