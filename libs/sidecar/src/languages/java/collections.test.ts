/** Element types of Java's collections where the text does not declare them. */
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

const TYPES = `
  class Kind { void mark() {} }
  class Node { void run() {} Kind kind() { return null; } }
  class Other { void run() {} void mark() {} }
`;

checkEdges({
  "a collection that is made with another one holds the same": {
    files: `
  //- Main.java
  import java.util.*;
  ${TYPES}
  class Main {
    void run(List<Node> nodes, Map<Kind, Node> map) {
      new ArrayList<>(nodes).get(0).run();
      for (var node : new HashSet<>(map.values())) node.run();
      new HashMap<>(map).get(null).run();
      for (var kind : new TreeMap<>(map).keySet()) kind.mark();
      List.copyOf(nodes).get(0).run();
      new ArrayList<>(16).get(0).run();
    }
  }
`,
    edges: `
      Main.run → Node.run
      Main.run → Node.run
      Main.run → Node.run
      Main.run → Kind.mark
      Main.run → Node.run
    `,
  },
  "collectors make maps and lists of what their functions give": {
    files: `
  //- Main.java
  import java.util.*;
  import java.util.stream.Collectors;
  ${TYPES}
  class Main {
    void run(List<Node> nodes) {
      nodes.stream().collect(Collectors.toMap(Node::kind, node -> node)).get(null).run();
      for (var kind : nodes.stream().collect(Collectors.toMap(node -> node.kind(), Function.identity())).keySet()) kind.mark();
      var byKind = nodes.stream().collect(Collectors.groupingBy(Node::kind));
      byKind.get(null).get(0).run();
      byKind.forEach((kind, all) -> { kind.mark(); all.get(0).run(); });
      nodes.stream().collect(Collectors.partitioningBy(node -> true)).get(true).get(0).run();
      nodes.stream().collect(Collectors.groupingBy(Node::hashCode, TreeMap::new, Collectors.mapping(Node::kind, Collectors.toSet()))).get(1).iterator().next().mark();
      nodes.stream().map(Node::kind).collect(Collectors.toCollection(ArrayList::new)).get(0).mark();
    }
  }
`,
    edges: `
      Main.run → Node.run
      Main.run.<11> → Node.kind
      Main.run → Kind.mark
      Main.run → Node.run
      Main.run.<14> → Kind.mark
      Main.run.<14> → Node.run
      Main.run → Node.run
      Main.run → Kind.mark
      Main.run → Kind.mark
    `,
  },
});
