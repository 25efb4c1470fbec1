import { checkEdges } from "../../testing/check-edges.ts";

checkEdges({
  "what may be nothing, or something unknown, is unknown": {
    files: `
      //- a.py
      class Link:
          def open_it(self): ...
          def close_it(self): ...
          def reset_it(self): ...
          def keep_it(self): ...
          def drop_it(self): ...
      class Holder:
          def __init__(self, link=None): self.link = link
          def stop(self): self.link.close_it()
      def late(p):
          link = None
          if p: link = p
          link.open_it()
      def chosen(p): (p if p else None).reset_it()
      def either(p): (p or None).keep_it()
      def caught(p):
          try: link = p.load()
          except OSError: link = None
          link.drop_it()
      //- b.rb
      class Line
        def open_line; end
        def close_line; end
      end
      class Owner
        def initialize(line = nil); @line = line; end
        def stop; @line.close_line; end
      end
      def late(p)
        line = nil
        line = p if p
        line.open_line
      end
    `,
    edges: `
      Holder.stop → Link.close_it name_match
      late@10 → Link.open_it name_match
      chosen → Link.reset_it name_match
      either → Link.keep_it name_match
      caught → Link.drop_it name_match
      Owner.stop → Line.close_line name_match
      late@9 → Line.open_line name_match
    `,
  },
  "what stands in a list at a place of which nothing is known is unknown": {
    files: `
      //- a.py
      class Link:
          def open_it(self): ...
          def close_it(self): ...
          def reset_it(self): ...
          def keep_it(self): ...
      def numbered(p):
          for at, link in enumerate(p): link.open_it()
      def paired(p, q):
          for one, other in zip(p, q): other.close_it()
      def by_key(p):
          for key, link in sorted(p.items()): link.reset_it()
      def first(p): (p, 1)[0].keep_it()
      def known(p): [1, 2].sort(p)
    `,
    edges: `
      numbered → Link.open_it name_match
      paired → Link.close_it name_match
      by_key → Link.reset_it name_match
      first → Link.keep_it name_match
    `,
  },
  "what the library of a language has says nothing: Ruby, Scala, Dart": {
    files: `
      //- a.rb
      class Card
        def id() end
        def class() end
        def end() end
        def strftime(f) end
        def card_id() end
      end
      def run(x) = [x.id, x.class, x.end, x.strftime(""), x.card_id]
      //- a.scala
      class Query { def exists(f: Int) = 1; def existsHere(f: Int) = 2 }
      object Run { def run = given.foo match { case Wrap(x) => x.exists(1) + x.existsHere(1) } }
      //- a.dart
      class Server { void listen() {} void listenHere() {} }
      void start() { call((stream) { stream.listen(); stream.listenHere(); }); }
    `,
    edges: `
      start.<2> → Server.listenHere name_match
      run → Card.card_id name_match
      Run.run.<2> → Query.existsHere name_match
    `,
  },
});
