import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/loop.c", {
  "a macro calls what its text calls": {
    source: `
      #define LIMIT 3
      #define CHECK(x, f) do { if (!(x)) fail(#x); f(x); } while (size)
      void g(void) { CHECK(a(), b); }
    `,
    flow: `
      file#0
        CHECK = #1
        g = #2
        function CHECK#1(x, f)
          call fail at 2: fail()
          call f at 2: f()
        exported function g#2()
          call CHECK at 3: CHECK(a(), b)
          call a at 3: a()
    `,
  },
  "macros are called where the parser does not see them": {
    source: `
      #define VERSION TEXT_OF(MAJOR) "." TEXT_OF(3)
      #define SETTER(name, a) int set_##name(int v) { return check(v, a); }
      SETTER(ttl,
             4)
      HEAP_EXPORT(void heap_init(struct heap* heap));
      enum codes {
      #define XX(code, _) E_ ## code = UV__ ## code,
        ERROR_MAP(XX)
      #undef XX
        LAST
      };
      UNUSED_OK(static int up(int loop)) {
        return down(loop);
      }
    `,
    flow: `
      file#0
        SETTER = #1
        LAST = a #2
        enum codes = #2
        up = #3
        call TEXT_OF at 1: TEXT_OF()
        call TEXT_OF at 1: TEXT_OF()
        call SETTER at 3: SETTER()
        call HEAP_EXPORT at 5: HEAP_EXPORT()
        call ERROR_MAP at 8: ERROR_MAP()
        call UNUSED_OK at 12: UNUSED_OK()
        function SETTER#1(name, a)
          call check at 2: check()
        class codes#2
          LAST = a #2
        function up#3(loop: <int>): <int>
          return down(loop)
          call down at 13: down(loop)
    `,
  },
  "a macro calls the names that it puts together where it is used": {
    source: `
      #define XX(uc, lc) case FS_##uc: fs__##lc(req); break;
      void work(int req) {
        switch (req) {
          XX(OPEN, open)
          XX(CLOSE, close)
        }
        ALL_OF(XX)
      }
    `,
    flow: `
      file#0
        XX = #1
        work = #2
        function XX#1(uc, lc)
        exported function work#2(req: <int>)
          call XX at 4: XX(OPEN, open)
          call fs__open at 4: fs__open()
          call XX at 5: XX(CLOSE, close)
          call fs__close at 5: fs__close()
          call ALL_OF at 7: ALL_OF()
    `,
  },
});
