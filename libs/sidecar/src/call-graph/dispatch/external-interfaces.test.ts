import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "what flows into a type of a library is possible, as are subtypes of one of the codebase": {
    files: `
      //- A.java
      class Own implements Iterator<String> { public boolean hasNext() { return false; } }
      class U {
        void given(Iterator<String> it) { it.hasNext(); }
        void one() { given(new Own()); }
        void declared() { Iterator<String> it = new Own(); it.hasNext(); }
        void known() { Own own = new Own(); own.hasNext(); var other = new Own(); other.hasNext(); new Own().hasNext(); }
        void any(Object it) { ((Own) it).hasNext(); }
      }
      //- a.ts
      import { Emitter } from "emitter";
      class Own extends Emitter { emit() {} }
      function given(emitter: Emitter) { emitter.emit(); }
      function any(emitter: any, other: Own) { emitter.emit(); other.emit(); }
      function one() { given(new Own()); any(new Own(), new Own()); }
      //- a.py
      from collections.abc import Iterator
      from typing import Any
      class Own(Iterator):
          def close(self): ...
      def given(it: Iterator): it.close()
      def any(it: Any): it.close()
      def one(): given(Own()); any(Own())
    `,
    edges: `
      U.one → U.given
      U.one → Own@1
      U.declared → Own@1
      U.declared → Own.hasNext possible
      U.known → Own@1
      U.known → Own.hasNext
      U.known → Own@1
      U.known → Own.hasNext
      U.known → Own@1
      U.known → Own.hasNext
      U.any → Own.hasNext
      any@6 → Own.close
      one@7 → given@5
      one@7 → Own@3
      one@7 → any@6
      one@7 → Own@3
      any@4 → Own.emit
      any@4 → Own.emit
      one@5 → given@3
      one@5 → Own@2
      one@5 → any@4
      one@5 → Own@2
      one@5 → Own@2
    `,
  },
  "a type parameter of the class above is what the class below gives for it": {
    files: `
      //- A.java
      class Own extends HashMap<String, String> { public int size() { return 0; } }
      class Above<M extends Map<String, String>> { protected M map; }
      class Below extends Above<Own> { void one() { map.size(); } }
    `,
    edges: `
      Below.one → Own.size
    `,
  },
});
