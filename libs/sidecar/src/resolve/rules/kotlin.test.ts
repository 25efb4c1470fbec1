/** Resolution of Kotlin, as edges of small codebases. */
import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
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
});
