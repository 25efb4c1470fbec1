import { checkLanguage } from "../testing/check.ts";

checkLanguage("server.cc", {
  "classes and their members": {
    source: `
      /// A server.
      template <typename T, int N = 3>
      class Server final : public Base<T>, private net::Mixin, virtual Other {
       public:
        Server() = default;
        explicit Server(int x) : size_(x) {}
        ~Server() override;
        virtual void Stop(int a, std::string b = "x") const noexcept = 0;
        T& Get() & { return size_; }
        const char* name() const { return nullptr; }
        operator bool() const { return true; }
        bool operator==(const Server&) const = default;
        template <class U> void Put(U&& u);
        friend class Friend;
        using Items = std::vector<T>;
        enum class Mode : int { kOpen, kShut = 2 };
        struct Inner { int deep; } inner_;
        static constexpr int kMax = 5;
       private:
        int size_ = 0, &count_;
        void (*done_)(int);
      };
    `,
    outline: `
      class Server 2-22
        constructor Server.Server 5-5
        constructor Server.Server 6-6
        method Server.~Server 7-7
        method Server.Stop 8-8
        method Server.Get 9-9
        method Server.name 10-10
        method Server.operator bool 11-11
        method Server.operator== 12-12
        method Server.Put 13-13
        type Server.Items 15-15
        enum Server.Mode 16-16
          enum_member Server.Mode.kOpen 16-16
          enum_member Server.Mode.kShut 16-16
        struct Server.Inner 17-17
          field Server.Inner.deep 17-17
        field Server.inner_ 17-17
        constant Server.kMax 18-18
        field Server.size_ 20-20
        field Server.count_ 20-20
        field Server.done_ 21-21
    `,
    signatures: `
      Server | class Server final : public Base<T>, private net::Mixin, virtual Other
      Server.Server | Server() = default
      Server.Server | explicit Server(int x) : size_(x)
      Server.~Server | ~Server() override
      Server.Stop | virtual void Stop(int a, std::string b = "x") const noexcept = 0
      Server.Get | T& Get() &
      Server.name | const char* name() const
      Server.operator bool | operator bool() const
      Server.operator== | bool operator==(const Server&) const = default
      Server.Put | void Put(U&& u)
      Server.Items | using Items = std::vector<T>
      Server.Mode | enum class Mode : int
      Server.Mode.kShut | kShut = 2
      Server.Inner | struct Inner
      Server.Inner.deep | int deep
      Server.kMax | static constexpr int kMax = 5
      Server.size_ | int size_ = 0, &count_
      Server.count_ | int size_ = 0, &count_
      Server.done_ | void (*done_)(int)
    `,
    docs: "Server | A server.",
    references: `
      2: type T
      3: extends Base
      3: type T
      3: extends Mixin
      3: extends Other
      8: type string
      9: type T
      12: type Server
      13: type U
      13: type U
      14: type Friend
      15: type vector
      15: type T
    `,
  },
  "what is defined outside its class is named after it": {
    source: `
      namespace net::tcp {
      namespace {
      int hidden;
      }
      template <typename T>
      Server<T>::Server(int x) {}
      template <>
      void Server<int>::Stop(int a, std::string b) const {}
      std::ostream& detail::Log::operator<<(int x) { return out; }
      int Server::count_ = 0;
      struct Server::State { int at; };
      }
    `,
    outline: `
      namespace net.tcp 1-12
        variable net.tcp.hidden 3-3
        constructor net.tcp.Server.Server 5-6
        method net.tcp.Server.Stop 7-8
        method net.tcp.detail.Log.operator<< 9-9
        variable net.tcp.Server.count_ 10-10
        struct net.tcp.Server.State 11-11
          field net.tcp.Server.State.at 11-11
    `,
    signatures: `
      net.tcp | namespace net::tcp
      net.tcp.hidden | int hidden
      net.tcp.Server.Server | Server<T>::Server(int x)
      net.tcp.Server.Stop | void Server<int>::Stop(int a, std::string b) const
      net.tcp.detail.Log.operator<< | std::ostream& detail::Log::operator<<(int x)
      net.tcp.Server.count_ | int Server::count_ = 0
      net.tcp.Server.State | struct Server::State
      net.tcp.Server.State.at | int at
    `,
  },
  "functions, constants, types": {
    source: `
      std::unique_ptr<Server> open(absl::string_view name);
      Server& get();
      [[nodiscard]] int attributed();
      constexpr int kTop = 3;
      static const char kName[] = "x";
      template <typename T> using List = std::vector<T>;
      template <typename T> concept Sized = requires(T t) { t.size(); };
      extern "C" { int from_c(int); }
      auto later() -> int { int local = 3; Server stack(local); return local; }
      TEST_F(ServerTest, Opens) { EXPECT_EQ(1, 2); }
    `,
    outline: `
      function open 1-1
      function get 2-2
      function attributed 3-3
      constant kTop 4-4
      variable kName 5-5
      type List 6-6
      type Sized 7-7
      function from_c 8-8
      function later 9-9
      function TEST_F(ServerTest, Opens) 10-10
    `,
    signatures: `
      open | std::unique_ptr<Server> open(absl::string_view name)
      get | Server& get()
      attributed | [[nodiscard]] int attributed()
      kTop | constexpr int kTop = 3
      kName | static const char kName[] = "x"
      List | using List = std::vector<T>
      Sized | concept Sized = requires(T t) { t.size(); }
      from_c | int from_c(int)
      later | auto later() -> int
    `,
  },
  "macros that decorate declarations are read over": {
    source: `
      ABSL_NAMESPACE_BEGIN
      class ABSL_EXPORT ABSL_ATTRIBUTE_OWNER Server : public Base {
        Q_OBJECT
        int size_ ABSL_GUARDED_BY(mutex_) = 0;
        ABSL_MUST_USE_RESULT bool Open() ABSL_LOCKS_EXCLUDED(mutex_);
        enum Kind { FIRST, SECOND };
      };
      Server* absl_nonnull Make();
      ABSL_NAMESPACE_END
    `,
    outline: `
      class Server 2-7
        field Server.size_ 4-4
        method Server.Open 5-5
        enum Server.Kind 6-6
          enum_member Server.Kind.FIRST 6-6
          enum_member Server.Kind.SECOND 6-6
      function Make 8-8
    `,
  },
  calls: {
    source: `
      int main() {
        open(1);
        this->store_.get<int>(2);
        net::tcp::dial(3)->close();
        std::make_unique<Server>(4);
        convert<int>(5);
        static_cast<int>(6);
        auto server = new net::Server<int>(7);
        return Point{8, 9}.x([](int x) { return run(x); });
      }
    `,
    calls: `
      2: open/1 in main
      3: this->store_ . get/1 in main
      4: net::tcp . dial/1 in main
      4: net::tcp::dial(3) . close/0 in main
      5: std . make_unique/1 in main
      6: convert/1 in main
      8: net . Server/1 in main
      9: Point/2 in main
      9: Point{8, 9} . x/1 in main
      9: run/1 in main
    `,
  },
  imports: {
    source: `
      #include <vector>
      #include "net/server.h"
      using namespace std;
    `,
    imports: `
      1: include vector
      2: include net/server.h
    `,
  },
  "constants of functions are none of the file": {
    source: `
      constexpr int LIMIT = 4;
      namespace text {
      static constexpr int WIDTH = 8;
      int read() {
        constexpr int local = 1;
        auto check = [](int a) { int* inner = &a; return inner; };
        return local;
      }
      }
    `,
    outline: `
      constant LIMIT 1-1
      namespace text 2-9
        constant text.WIDTH 3-3
        function text.read 4-8
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
      class First { void a(); };
      class Broken { void b( ;
      int second() { return 0; }
      class Third {};
    `,
    outline: `
      class First 1-1
        method First.a 1-1
      method b 2-2
      function second 3-3
      class Third 4-4
    `,
    diagnostics: "syntax_error",
  },
});
