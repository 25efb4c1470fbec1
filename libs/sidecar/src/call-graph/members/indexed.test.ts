/** Values of index expressions on objects whose class defines the operator. */
import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "an index of an object gives what its class says": {
    files: `
      //- a.cs
      class Node { public void Run() {} public Node this[int at] { get { return null; } } }
      class Other { public void Run() {} }
      class Bag<T> { public T this[int at] { get => default; set {} } }
      class Use { void Go(Node node, Bag<Node> bag) { node[0].Run(); node[0][1].Run(); bag[0].Run(); } }
      //- b.kt
      class Node { fun run() {} }
      class Other { fun run() {} }
      class Grid<T> { operator fun get(x: Int, y: Int): T = TODO() }
      fun inKotlin(grid: Grid<Node>) { grid[0, 1].run() }
      //- c.rs
      pub struct Node; impl Node { pub fn run(&self) {} }
      pub struct Other; impl Other { pub fn run(&self) {} }
      pub struct Grid { nodes: Vec<Node> }
      impl std::ops::Index<usize> for Grid { type Output = Node; fn index(&self, at: usize) -> &Node { &self.nodes[at] } }
      pub fn in_rust(grid: &Grid) { grid[0].run(); }
      //- d.php
      <?php
      class Node { function run() {} }
      class Other { function run() {} }
      class Bag implements ArrayAccess { public function offsetGet($at): Node { return new Node(); } }
      function inPhp(Bag $bag) { $bag[0]->run(); }
    `,
    edges: `
      Use.Go → Node.Run
      Use.Go → Node.Run
      Use.Go → Node.Run
      inKotlin → Node.run@1
      in_rust → Node.run@1
      Bag.offsetGet → Node@2
      inPhp → Bag.offsetGet
      inPhp → Node.run@2
    `,
  },
});
