/** Call resolution in C and C++, as edges of small codebases. */
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

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
  "a namespace is one in all files that are included, and methods outside of their class know its members": {
    files: `
      //- base/slice.h
      namespace db {
      class Slice { public: Slice(); Slice(int n) {} int size() const { return 1; } };
      namespace deep { void sink(); }
      }
      //- base/slice.cc
      #include "base/slice.h"
      namespace db {
      Slice::Slice() {}
      namespace deep { void sink() {} }
      }
      //- base/more.h
      namespace std { template <> struct hash<int> {}; }
      void swap(int a, int b);
      //- base/unseen.cc
      namespace db { static void help() {} static void sink() {} }
      //- core.h
      #include "base/slice.h"
      namespace db { class Core { public: void run(); void step(); Slice take(); private: Slice slice_; }; }
      //- core.cc
      #include "core.h"
      #include "base/more.h"
      namespace db {
      namespace { void help() {} }
      void Core::run() { step(); take().size(); slice_.size(); help(); deep::sink(); std::size(1); std::swap(1, 2); }
      void Core::step() {}
      Slice Core::take() { return Slice(3); }
      }
      //- main.cc
      #include "core.h"
      using namespace db::deep;
      using db::Core;
      int main() { Core core; core.run(); db::Slice s(4); s.size(); sink(); }
    `,
    edges: `
      db.Core.run@5 → db.Core.step@6
      db.Core.run@5 → db.Core.take@7
      db.Core.run@5 → db.Slice.size
      db.Core.run@5 → db.Slice.size
      db.Core.run@5 → db.help@4
      db.Core.run@5 → db.deep.sink@4
      db.Core.take@7 → db.Slice.Slice@2
      main → db.Core.run@5
      main → db.Slice.Slice@2
      main → db.Slice.size
      main → db.deep.sink@4
    `,
  },
  "the body of a test knows its fixture, and macros no namespaces": {
    files: `
      //- util.h
      namespace db {
      #define CHECK_OK(s) check(s)
      void check(int status);
      }
      //- some_test.cc
      #include "util.h"
      class Base { public: Base(); };
      class Fix : public Base { public: void help() {} Base* base; };
      TEST_F(Fix, Works) { help(); CHECK_OK(1); }
    `,
    edges: `
      Fix.TEST_F(Fix, Works) → Fix.help
      Fix.TEST_F(Fix, Works) → db.CHECK_OK
      db.CHECK_OK → db.check
    `,
  },
  "what stands in arrays, and behind pointers, is of their type": {
    files: `
      //- main.cpp
      struct Node { void run() {} };
      struct Other { void run() {} };
      struct Row { Node nodes[3]; Node *more[2]; Node &operator[](int at); };
      void run(Row &row, Node given[], Node *pointer) {
        Node own[2];
        own[0].run();
        for (auto &node : own) node.run();
        row.nodes[1].run();
        row.more[0]->run();
        given[0].run();
        pointer[1].run();
        row[2].run();
      }
    `,
    edges: Array<string>(7).fill("run → Node.run").join("\n"),
  },
  "a macro that stands for a name is what that is": {
    files: `
      //- alloc.h
      void release(void *p);
      //- alloc.c
      #include "alloc.h"
      void release(void *p) {}
      //- tree.h
      #include "alloc.h"
      #define tree_free release /* of nodes */
      #define node_free tree_free
      #define MAX 10
      //- tree.c
      #include "tree.h"
      void run(void *p) { tree_free(p); node_free(p); }
    `,
    edges: `
      run → release@2
      run → release@2
    `,
  },
  "pointers to functions are what initializers put into structs of their type": {
    files: `
      //- type.h
      typedef struct kind { int (*size)(void *item); void (*drop)(void *item); } kind;
      typedef struct { kind *type; } conn;
      struct plain { int (*run)(int); };
      //- text.c
      #include "type.h"
      static int text_size(void *item);
      static int text_size(void *item) { return 1; }
      static void text_drop(void *item) {}
      kind text_kind = { .size = text_size, .drop = text_drop };
      //- number.c
      #include "type.h"
      static int number_size(void *item) { return 2; }
      static int twice(int number) { return number; }
      static kind kinds[] = { { .size = number_size } };
      struct plain plain = { .run = twice };
      //- use.c
      #include "type.h"
      int run(kind *type, conn *c, struct plain *p) { c->type->drop(c); p->run(1); return type->size(c); }
    `,
    edges: `
      run → text_drop possible
      run → twice possible
      run → number_size possible, text_size@3 possible
    `,
  },
  "pointers of the library give what they point to": {
    files: `
      //- main.cpp
      struct Node { void run() {} std::weak_ptr<Node> up; };
      struct Other { void run() {} };
      void run(std::unique_ptr<Node> own, std::shared_ptr<Node> shared, std::optional<Node> maybe, std::vector<std::unique_ptr<Node>> all) {
        own.get()->run();
        shared->up.lock()->run();
        if (auto up = shared->up.lock()) up->run();
        auto raw = own.release();
        raw->run();
        maybe.value().run();
        for (auto &each : all) each.get()->run();
      }
    `,
    edges: Array<string>(6).fill("run → Node.run").join("\n"),
  },
  "methods of a library's pointer are its own, behind `->` they are those of what it points to": {
    files: `
      //- part.h
      struct Part { Part(int size) {} void reset() {} void swap(Part &other) {} Part *get() { return this; } std::unique_ptr<Part> child; void own() { this->reset(); child.reset(); child->reset(); } };
      using PartPointer = std::unique_ptr<Part>;
      //- fields.cpp
      #include "part.h"
      namespace n {
      class Holder { std::unique_ptr<Part> one_; std::shared_ptr<Part> two_; std::weak_ptr<Part> weak_; std::optional<Part> maybe_; Holder(); void of_pointers(); void behind(); };
      Holder::Holder() : one_(new Part(1)) {}
      void Holder::of_pointers() { one_.reset(); one_.get(); two_.swap(two_); two_.reset(); weak_.reset(); weak_.lock(); maybe_.reset(); }
      void Holder::behind() { one_->reset(); (*one_).reset(); two_->swap(*one_); one_.get()->reset(); weak_.lock()->reset(); maybe_->reset(); maybe_.value().reset(); }
      }
      //- locals.cpp
      #include "part.h"
      using namespace std;
      void made() { auto p = std::make_unique<Part>(3); p.reset(); p->reset(); auto q = std::move(p); q.reset(); q->reset(); }
      void given(unique_ptr<Part> p, std::unique_ptr<Part> *pp, PartPointer other) { p.reset(); p->reset(); pp->reset(); (*pp)->reset(); other.reset(); other->reset(); }
      void copied(std::shared_ptr<Part> p) { std::shared_ptr<Part> q(p); q.reset(); q->reset(); }
      void held(std::vector<std::unique_ptr<Part>> &all) {
        for (auto &each : all) { each.reset(); each->reset(); }
        for (auto it = all.begin(); it != all.end(); ++it) { it->reset(); (*it)->reset(); }
        all[0].reset();
        all.back()->reset();
      }
      void taking(Part *part) {}
      void taking(std::unique_ptr<Part> part) {}
      void handing(Part *raw, std::unique_ptr<Part> owned) { taking(raw); taking(std::move(owned)); }
    `,
    edges: `
      n.Holder.Holder@4 → Part.Part
      ${Array<string>(2).fill("n.Holder.behind@6 → Part.reset\n      ").join("")}n.Holder.behind@6 → Part.swap
      ${Array<string>(4).fill("n.Holder.behind@6 → Part.reset").join("\n      ")}
      made → Part.Part
      made → Part.reset
      made → Part.reset
      given → Part.reset
      given → Part.reset
      given → Part.reset
      copied → Part.reset
      held → Part.reset
      held → Part.reset
      held → Part.reset
      handing → taking@12
      handing → taking@13
      Part.own → Part.reset
      Part.own → Part.reset
    `,
  },
  "a pointer of the codebase has its own methods, and behind `->` those of what its operator gives": {
    files: `
      //- ref.h
      template <class T> class Ref { T *to_; public: T *operator->() const { return to_; } T *get() const { return to_; } void reset() {} void only() {} };
      struct Part { void reset() {} void run() {} };
      struct Outer { void last() {} };
      struct Chain { Ref<Part> operator->() {} };
      //- main.cpp
      #include "ref.h"
      void own(Ref<Part> ref, Ref<Part> *raw, Chain chain) {
        ref.reset();
        ref->run();
        (*ref).run();
        ref.get()->reset();
        raw->only();
        chain->run();
        // Which of them is meant depends on whether it is declared as a pointer.
        ref->reset();
      }
    `,
    edges: `
      own → Ref.reset
      own → Part.run
      own → Part.run
      own → Ref.get
      own → Part.reset
      own → Ref.only
      own → Part.run
    `,
  },
  "fields that hold something of the codebase are known in methods that stand outside of their class": {
    files: `
      //- main.cpp
      struct Part { void run() {} };
      namespace n {
      struct Holder { std::vector<Part> list_; std::map<int, Part> map_; void go(); };
      void Holder::go() { list_.back().run(); for (auto &[key, part] : map_) part.run(); map_.find(1)->second.run(); }
      }
    `,
    edges: Array<string>(3).fill("n.Holder.go@4 → Part.run").join("\n"),
  },
  "what containers, iterators and pointers of the library hold is called": {
    files: `
      //- main.cpp
      struct Node { void run() {} };
      struct Less { void run() {} };
      struct Base { void cast(); };
      void cast(std::shared_ptr<Base> base, Base *raw) {
        std::static_pointer_cast<Node>(base)->run();
        auto node = std::dynamic_pointer_cast<Node>(base);
        node->run();
        if (auto other = std::reinterpret_pointer_cast<Node>(base)) other->run();
        std::const_pointer_cast<Node>(base)->run();
        std::any_cast<Node>(raw).run();
      }
      void list(std::vector<std::shared_ptr<Node>> v, std::priority_queue<Node *, std::vector<Node *>, Less> q, std::array<Node, 3> a) {
        v.back()->run();
        v.front()->run();
        q.top()->run();
        a[0].run();
        (*v.begin())->run();
        for (auto it = v.begin(); it != v.end(); ++it) (*it)->run();
        for (auto it = std::begin(a); it != std::end(a); ++it) it->run();
        auto found = std::find_if(v.begin(), v.end(), test);
        (*found)->run();
        std::exchange(v[0], nullptr)->run();
        std::as_const(a[0]).run();
      }
      void pair(std::map<int, Node, Less> m, std::unordered_map<Node, int> keys, std::pair<Node, Less> p) {
        m.find(1)->second.run();
        m.begin()->second.run();
        for (auto &[key, node] : m) node.run();
        for (auto &each : keys) each.first.run();
        p.first.run();
        auto [node, less] = p;
        node.run();
        std::make_pair(Node(), 1).first.run();
        auto [made, number] = std::make_tuple(Node(), 1);
        made.run();
      }
    `,
    edges: [
      ...Array<string>(5).fill("cast → Node.run"),
      ...Array<string>(10).fill("list → Node.run"),
      ...Array<string>(6).fill("pair → Node.run"),
      "pair → Node",
      "pair → Node.run",
      "pair → Node",
      "pair → Node.run",
    ].join("\n"),
  },
});
