/** Resolution of C and C++, as edges of small codebases. */
import { checkEdges } from "./testing/check-edges.ts";

checkEdges({
  "what a leading `::` names is of the file, not of the namespace or class around": {
    files: `
      //- other.cpp
      namespace other { void sound() {} }
      //- base.h
      void open();
      namespace lib { struct Part { Part(int size) {} }; void close() {} }
      //- main.cpp
      #include "base.h"
      void open() {}
      namespace n {
        namespace lib { void close() {} }
        void log() {}
        void open() {}
        struct K {
          void open() {}
          void run() { ::open(); ::log(); ::lib::close(); ::sound(); ::lib::Part part(2); }
        };
      }
    `,
    edges: `
      n.K.run → open@2
      n.K.run → lib.close
      n.K.run → lib.Part.Part
    `,
  },
});
