/** Resolution of C and C++, as edges of small codebases. */
import { checkEdges } from "../testing/check-edges.ts";

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
  "a variable of a class calls the constructor of the class, or of the one above, if there is one": {
    files: `
      //- made.h
      struct Base { Base(int size = 1); };
      struct Made { Made(); explicit Made(int size); };
      struct Derived : Base {};
      struct Plain { int x; };
      typedef Made *MadePointer;
      template <typename T> struct Box { Box() {} };
      //- made.cpp
      #include "made.h"
      Base::Base(int size) {}
      Made::Made() {}
      Made::Made(int size) {}
      //- main.cpp
      #include "made.h"
      extern Made later;
      static Made early;
      struct Holder { Made field; };
      void run() {
        Made one;
        Made several[3], another;
        Box<int> box;
        Derived derived;
        Plain plain;
        Made *pointer; Made &reference = one; MadePointer alias;
        Unheard unheard;
        std::unique_ptr<Made> owner;
      }
    `,
    edges: `
      main.cpp → Made.Made@3
      run → Made.Made@3
      run → Made.Made@3
      run → Made.Made@3
      run → Box.Box
      run → Base.Base@2
    `,
  },
  "a base behind a leading `::` has its subtypes": {
    files: `
      //- base.hpp
      struct Base { virtual void go() {} };
      //- derived.hpp
      #include "base.hpp"
      namespace n { struct Derived : public ::Base { void go() {} }; }
      //- main.cpp
      #include "derived.hpp"
      void run(Base *base) { base->go(); }
    `,
    edges: `
      run → Base.go, n.Derived.go possible
    `,
  },
  "of a template and its specializations, none is certain": {
    files: `
      //- v.hpp
      template <typename T> struct V { V(int n) {} void push() {} };
      template <> struct V<bool> { V(int n) {} void push() {} };
      //- main.cpp
      #include "v.hpp"
      void run() { V<int> v(3); v.push(); }
    `,
    edges: `
      run → V.V@1 possible, V.V@2 possible
      run → V.push@1 possible, V.push@2 possible
    `,
  },
  "of several definitions of what a header declares, none is certain": {
    files: `
      //- core.h
      int now(void);
      int once(void);
      //- linux.c
      #include "core.h"
      int now(void) { return 1; }
      int once(void) { return 1; }
      //- windows.c
      #include "core.h"
      int now(void) { return 2; }
      //- main.c
      #include "core.h"
      int run(void) { return now() + once(); }
    `,
    edges: `
      run → now@2 possible, now@2 possible
      run → once@3
    `,
  },
});
