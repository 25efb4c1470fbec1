import { checkEdges } from "../../call-graph/testing/check-edges.ts";

checkEdges({
  "extension properties, of a type parameter's bound, and of a companion": {
    files: `
      //- a.kt
      package demo
      class Vec { fun own() = 1 }
      val Vec.size: Int get() = own()
      var Vec.norm: Int
        get() = this.own()
        set(value) { own() }
      fun <T : Vec> T.same() = this
      fun <T> T.again() where T : Vec = own()
      class Web { companion object {} }
      fun Web.Companion.build() = Web()
      val Web.Companion.only get() = build()
      //- b.kt
      package demo
      fun use(v: Vec) {
        v.size
        v.norm = 3
        v.same().size
        v.again()
        Web.build()
        Web.only
      }
    `,
    edges: `
      Vec.size → Vec.own
      Vec.norm@5 → Vec.own
      Vec.norm@6 → Vec.own
      Vec.again → Vec.own
      Web.build → Web
      Web.only → Web.build
      use → Vec.size
      use → Vec.norm@6
      use → Vec.same
      use → Vec.size
      use → Vec.again
      use → Web.build
      use → Web.only
    `,
  },
});
