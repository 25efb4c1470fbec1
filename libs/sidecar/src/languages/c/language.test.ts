import { checkLanguage } from "../testing/check.ts";

checkLanguage("store.c", {
  "types and their fields": {
    source: `
      /** A place. */
      typedef struct point {
        int x, *y;
        int (*measure)(int a, char *b);
        struct { int deep; } inner;
        unsigned flag : 3;
      } point_t, *point_p;
      struct forward;
      typedef enum { RED, GREEN = 2 } color;
      enum kind { FIRST, SECOND };
      union value { int whole; };
      typedef struct { point_t at; } *holder;
      typedef int (*callback)(void *);
      struct node { struct node *next; } head;
    `,
    outline: `
      struct point 2-7
        field point.x 3-3
        field point.y 3-3
        field point.measure 4-4
        field point.inner 5-5
          field point.inner.deep 5-5
        field point.flag 6-6
      type point_t 7-7
      type point_p 7-7
      enum color 9-9
        enum_member color.RED 9-9
        enum_member color.GREEN 9-9
      enum kind 10-10
        enum_member kind.FIRST 10-10
        enum_member kind.SECOND 10-10
      struct value 11-11
        field value.whole 11-11
      struct holder 12-12
        field holder.at 12-12
      type callback 13-13
      struct node 14-14
        field node.next 14-14
      variable head 14-14
    `,
    signatures: `
      point | struct point
      point.x | int x, *y
      point.y | int x, *y
      point.measure | int (*measure)(int a, char *b)
      point.inner | struct { int deep; } inner
      point.inner.deep | int deep
      point.flag | unsigned flag : 3
      point_p | *point_p
      color | typedef enum
      color.GREEN | GREEN = 2
      kind | enum kind
      value | union value
      value.whole | int whole
      holder | typedef struct
      holder.at | point_t at
      callback | typedef int (*callback)(void *)
      node | struct node
      node.next | struct node *next
    `,
    docs: "point | A place.",
    references: `
      8: type forward
      12: type point_t
      14: type node
    `,
  },
  "functions and variables": {
    source: `
      #ifndef STORE_H
      #define STORE_H
      extern int count, *counts;
      static const char *names[] = { "a" };
      int (*handler)(int) = 0;
      /* Opens it. */
      int open_store(int flags,
                     point_t *at);
      static inline struct node **make(const char *s, ...)
      {
        int local = 1;
        int prototype(int);
        return 0;
      }
      int old(a, b) int a; char b; { return a; }
      #ifdef X
      void either(void) { }
      #else
      void either(void) { }
      #endif
      #endif
    `,
    outline: `
      variable count 3-3
      variable counts 3-3
      variable names 4-4
      variable handler 5-5
      function open_store 7-8
      function make 9-14
      function old 15-15
      function either 17-17
      function either 19-19
    `,
    signatures: `
      count | extern int count, *counts
      counts | extern int count, *counts
      names | static const char *names[] = { "a" }
      handler | int (*handler)(int) = 0
      open_store | int open_store(int flags, point_t *at)
      make | static inline struct node **make(const char *s, ...)
      old | int old(a, b) int a; char b
      either | void either(void)
      either | void either(void)
    `,
    docs: "open_store | Opens it.",
  },
  macros: {
    source: `
      #define LIMIT 10
      #define SQUARE(x) \\
        ((x) * (x))
      #define EMPTY
      int after;
    `,
    outline: `
      macro LIMIT 1-1
      macro SQUARE 2-3
      variable after 5-5
    `,
    signatures: `
      LIMIT | #define LIMIT 10
      SQUARE | #define SQUARE(x)
      after | int after
    `,
  },
  "macros that decorate declarations are read over": {
    source: `
      UV_EXTERN int uv_open(uv_loop_t* loop);
      UV_EXTERN const char* uv_name(void) { return 0; }
      static DWORD WINAPI run(void* arg) { return 0; }
      typedef BOOL (WINAPI *compare)(HANDLE, HANDLE);
      static UV_THREAD_LOCAL int current;
      NORETURN
      void stop(void);
    `,
    outline: `
      function uv_open 1-1
      function uv_name 2-2
      function run 3-3
      type compare 4-4
      variable current 5-5
      function stop 7-7
    `,
    signatures: `
      uv_open | int uv_open(uv_loop_t* loop)
      uv_name | const char* uv_name(void)
      run | static DWORD WINAPI run(void* arg)
      compare | typedef BOOL (WINAPI *compare)(HANDLE, HANDLE)
      current | static UV_THREAD_LOCAL int current
      stop | void stop(void)
    `,
  },
  "a test macro has its argument for a name": {
    source: `
      TEST_IMPL(tcp_open) {
        return 0;
      }
    `,
    outline: "function tcp_open 1-3",
  },
  calls: {
    source: `
      int main(void) {
        open_store(1, 2);
        loop->backend.close(3);
        (*loop->on_done)(4);
        return make(SQUARE(5))->next;
      }
    `,
    calls: `
      2: open_store/2 in main
      3: loop->backend . close/1 in main
      4: loop . on_done/1 in main
      5: make/1 in main
      5: SQUARE/1 in main
    `,
  },
  imports: {
    source: `
      #include <stdio.h>
      #include "net/socket.h"
      #include MACRO
      int after;
    `,
    imports: `
      1: include stdio.h
      2: include net/socket.h
      3: include MACRO
    `,
  },
  "a header that holds C++ is read as such": {
    path: "store.h",
    source: `
      namespace store {
      class Store { int size_; };
      }
    `,
    outline: `
      namespace store 1-3
        class store.Store 2-2
          field store.Store.size_ 2-2
    `,
  },
  "macros that stand for declarations and fields": {
    source: `
      DECL(foo)
      typedef struct node {
        HANDLE_FIELDS
        ASYNC_FIELDS
      } node_t;

      UV_UNUSED(static void f1(int a)) {
        int local = a;
      }

      typedef enum {
        FIRST,
      #define XX(name) E_##name,
        ERRNO_MAP(XX)
      #undef XX
        LAST
      } error_t;
    `,
    outline: `
      struct node 2-5
      type node_t 5-5
      function f1 7-9
      enum error_t 11-17
        enum_member error_t.FIRST 12-12
        enum_member error_t.LAST 16-16
    `,
  },
  "a word of the language is no name": {
    source: `
      Decl(foo)
      typedef struct node { int x; } node_t;
      int after;
    `,
    outline: `
      struct node 2-2
        field node.x 2-2
      variable node_t 2-2
      variable after 3-3
    `,
    diagnostics: "syntax_error",
  },
  "types among the arguments of a list's macro": {
    source: `
      char *next(va_list list) {
          long number = va_arg(list,unsigned long long);
          take(va_arg(list, struct item *), va_arg(*more, char*));
          return va_arg(list, char *);
      }
      int last(void) { return 1; }
    `,
    outline: `
      function next 1-5
      function last 6-6
    `,
    calls: `
      2: va_arg/2 in next
      3: take/2 in next
      3: va_arg/2 in next
      3: va_arg/2 in next
      4: va_arg/2 in next
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      int first(void) { return 0; }
      int broken( { ] ;
      int second(void) { return 0; }
    `,
    outline: `
      function first 1-1
      function second 3-3
    `,
    diagnostics: "syntax_error",
  },
});
