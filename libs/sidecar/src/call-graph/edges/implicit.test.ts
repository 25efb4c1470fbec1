import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "what Python calls by itself, where an object is entered": {
    files: `
      //- a.py
      from contextlib import contextmanager
      class Conn:
          def run(self): ...
      class Engine:
          def __enter__(self): return Conn()
          def __exit__(self, *a): ...
          def run(self): ...
      class Child(Engine): ...
      class Session:
          async def __aenter__(self): return self
          async def __aexit__(self, *a): ...
          def run(self): ...
      @contextmanager
      def made():
          yield Conn()
      def one(child: Child, unknown):
          with Engine() as conn, unknown as other, open("x") as file: conn.run()
          with child: pass
          with (made() as own): own.run()
      async def two():
          async with Session() as session: session.run()
    `,
    edges: `
      Engine.__enter__ → Conn
      made → Conn
      one → Engine
      one → Engine.__enter__
      one → Engine.__exit__
      one → Conn.run
      one → Engine.__enter__
      one → Engine.__exit__
      one → made
      one → Conn.run
      two → Session
      two → Session.__aenter__
      two → Session.__aexit__
      two → Session.run
    `,
  },
  "where what is entered, or what a method of the class makes, is of the type that it is called on": {
    files: `
      //- a.py
      from typing import TypeVar
      T = TypeVar("T", bound="Base")
      class Base:
          def __enter__(self: T) -> T: return self
          def __exit__(self, *a): ...
          def send(self): ...
          @classmethod
          def make(cls: type[T]) -> T: return cls()
      class Own(Base):
          def send(self): ...
      def one(own: Own):
          with own as entered: entered.send()
          Own.make().send()
    `,
    edges: `
      Base.make → Base
      one → Base.__enter__
      one → Base.__exit__
      one → Own.send
      one → Base.make
      one → Own.send
    `,
  },
  "where one is gone through": {
    files: `
      //- a.py
      class Item:
          def run(self): ...
      class Own:
          def __iter__(self): return self
          def __next__(self): return Item()
      class Bag:
          def __iter__(self): return Own()
      class Stream:
          def __aiter__(self): return self
          async def __anext__(self): return Item()
      def one(own: Own, names: list[str]):
          for item in own: item.run()
          for at, item in enumerate(Bag()): item.run()
          for name in names: pass
          for item in [Item()]: item.run()
          [item.run() for item in own]
      async def two(stream: Stream):
          async for item in stream: item.run()
          return [item async for item in stream]
    `,
    edges: `
      Own.__next__ → Item
      Bag.__iter__ → Own
      Stream.__anext__ → Item
      one → Own.__iter__
      one → Own.__next__
      one → Item.run
      one → Bag
      one → Bag.__iter__
      one → Own.__next__
      one → Item.run
      one → Item
      one → Item.run
      one → Item.run
      one → Own.__iter__
      one → Own.__next__
      two → Stream.__aiter__
      two → Stream.__anext__
      two → Item.run
      two → Stream.__aiter__
      two → Stream.__anext__
    `,
  },
  "where one is subscripted, or given to a function that is built in": {
    files: `
      //- a.py
      class Table:
          def __getitem__(self, key): ...
          def __setitem__(self, key, value): ...
          def __len__(self): return 1
          def __str__(self): return ""
      class Wide(Table):
          def __getitem__(self, key): ...
      class Typed(Table): ...
      def one(table: Table, unknown, rows: dict[str, Table]):
          table[1] = table["a"]
          table["b"][2:]
          rows["a"]["b"]
          unknown[1] = unknown["a"]
          Typed[int]
          len(table), str(unknown), str(table), len(rows), table.__len__()
    `,
    edges: `
      one → Table.__setitem__
      one → Table.__getitem__, Wide.__getitem__ possible
      one → Table.__getitem__, Wide.__getitem__ possible
      one → Table.__getitem__, Wide.__getitem__ possible
      one → Table.__len__
      one → Table.__str__
      one → Table.__len__
    `,
  },
  "in Java, what a try closes and a loop goes through": {
    files: `
      //- a.java
      interface Source extends AutoCloseable { void close(); }
      class File implements Source { 
        public void close() {}
        public void close(int code) {}
        void run() {}
      }
      class Own implements Iterable<File> {
        public Cursor iterator() { return new Cursor(); }
      }
      class Cursor implements Iterator<File> { public boolean hasNext() { return true; } public File next() { return null; } }
      class U {
        File make() { return new File(); }
        void one(Own own, Source given, java.util.List<File> list) throws Exception {
          try (File file = make(); var other = make(); given; InputStream in = open()) { file.close(3); }
          for (File file : own) file.run();
          for (File file : list) file.run();
        }
      }
    `,
    edges: `
      Own.iterator → Cursor
      U.make → File
      U.one → File.close@3
      U.one → U.make
      U.one → File.close@3
      U.one → U.make
      U.one → Source.close, File.close@3 possible
      U.one → File.close@4
      U.one → Own.iterator
      U.one → Cursor.hasNext
      U.one → Cursor.next
      U.one → File.run
      U.one → File.run
    `,
  },
  "in C#, what is disposed of and gone through": {
    files: `
      //- a.cs
      class Item { public void Run() {} }
      class File : IDisposable {
        public void Dispose() { Dispose(true); }
        public void Dispose(bool all) {}
      }
      class Later : IAsyncDisposable { public async ValueTask DisposeAsync() {} }
      class Own { public Cursor GetEnumerator() => new Cursor(); }
      class Cursor { public bool MoveNext() => true; public Item Current => new Item(); }
      class U {
        File Make() => new File();
        async void One(Own own, File given, List<Item> list) {
          using (var file = Make()) { }
          using File other = Make();
          using (given) { }
          await using (var later = new Later()) { }
          foreach (var item in own) item.Run();
          foreach (var item in list) item.Run();
        }
      }
    `,
    edges: `
      File.Dispose@3 → File.Dispose@4
      Own.GetEnumerator → Cursor
      Cursor.Current → Item
      U.Make → File
      U.One → File.Dispose@3
      U.One → U.Make
      U.One → File.Dispose@3
      U.One → U.Make
      U.One → File.Dispose@3
      U.One → Later.DisposeAsync
      U.One → Later
      U.One → Own.GetEnumerator
      U.One → Cursor.MoveNext
      U.One → Item.Run
      U.One → Item.Run
    `,
  },
});
