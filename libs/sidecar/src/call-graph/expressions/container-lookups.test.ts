import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "containers, mocks and deserializers give objects of the class that they are asked for": {
    files: `
      //- a.cs
      class Foo { public void Run() {} }
      class U { void A(IServiceProvider p) { p.GetRequiredService<Foo>().Run(); var f = Resolve<Foo>(); f.Run(); p.List<Foo>().Run(); } }
      //- a.java
      class Foo { void run() {} }
      class U { void a(Context context) { context.getBean(Foo.class).run(); Foo f = Mockito.mock(Foo.class); f.run(); f.anything(); } }
      //- a.php
      <?php
      class Foo { function run() {} }
      class Other { function once() {} }
      function a($c) { app(Foo::class)->run(); $c->get(Foo::class)->run(); $c->mock(Foo::class)->once(); $c->other(Foo::class)->run(); }
      //- a.ts
      class Foo { run() {} }
      function a(injector: any) { inject(Foo).run(); const f = injector.get(Foo); f.run(); }
      //- b.ts
      class Own { get(type: any) { return new Bar(); } }
      class Bar { stop() {} }
      class Foo { stop() {} }
      function b(own: Own) { own.get(Foo).stop(); }
    `,
    edges: `
      U.A → Foo.Run
      U.A → Foo.Run
      U.a → Foo.run@1
      U.a → Foo.run@1
      a@4 → Foo.run@2
      a@4 → Foo.run@2
      a@2 → Foo.run@1
      a@2 → Foo.run@1
      Own.get → Bar
      b → Own.get
      b → Bar.stop
    `,
  },
});
