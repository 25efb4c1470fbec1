import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "a method that is called on what a library's function gives may be of what that was handed": {
    files: `
      //- a.ts
      import { reactive, wrap } from "lib";
      import { other } from "other";
      class Store { saveAll() {} get() {} part = new Part(); }
      class Part { showIt() {} }
      async function run(plain: Store) {
        const store = reactive(new Store());
        store.saveAll();
        store.part.showIt();
        store.get();
        wrap(reactive(plain)).saveAll();
        (await wrap(plain)).saveAll();
        other().saveAll();
        other(1).showIt();
        const called = reactive({ stepBy() {} });
        called.stepBy();
        called.saveAll();
      }
    `,
    edges: `
      a.ts → Part
      run → Store
      run → Store.saveAll possible
      run → Part.showIt possible
      run → Store.saveAll possible
      run → Store.saveAll possible
      run → run.stepBy possible
    `,
  },
  "in languages that declare types as well": {
    files: `
      //- Cargo.toml
      [package]
      name = "a"
      //- src/lib.rs
      use std::pin::Pin;
      struct Timer { ticks: u8 }
      impl Timer { fn poll_tick(&mut self) {} }
      struct Stream { timer: Timer }
      impl Stream {
          fn poll_next(self: Pin<&mut Self>) {
              let this = Pin::into_inner(self);
              this.timer.poll_tick();
              this.poll_once();
              Pin::into_inner(this).poll_once();
              SockRef::from(self).poll_once();
          }
          fn poll_once(&mut self) {}
      }
    `,
    edges: `
      Stream.poll_next → Timer.poll_tick possible
      Stream.poll_next → Stream.poll_once possible
      Stream.poll_next → Stream.poll_once possible
    `,
  },
});
