/** Call resolution in Solidity. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("modules", () => {
  checkEdges({
    "by path, by what a build puts in its place, by other names; what a file takes over it gives": {
      files: `
  //- lib/zip/src/utils/Math.sol
  library Math { function max(uint a) internal {} }
  //- src/All.sol
  import "@zip/src/utils/Math.sol";
  import {Vault as Safe} from "./Vault.sol";
  contract All { function run() public { Math.max(1); new Safe(); Hidden.go(); } }
  //- src/Vault.sol
  contract Vault { constructor() {} }
  library Hidden { function go() internal {} }
  //- src/Top.sol
  import "./All.sol";
  contract Top { function run() public { Math.max(1); Vault.go(); } }
`,
      edges: `
        All.run → Math.max
        All.run → Vault.constructor
        Top.run → Math.max
      `,
    },
  });
});

describe("contracts", () => {
  checkEdges({
    "of several bases the last one counts first": {
      files: `
  //- a.sol
  contract Low { function go() public virtual {} }
  contract Left is Low { function go() public virtual override { super.go(); } }
  contract Right is Low { function go() public virtual override {} }
  contract Both is Left, Right { function go() public override(Left, Right) { super.go(); } }
`,
      edges: `
        Left.go → Low.go
        Both.go → Right.go
      `,
    },
    "a conversion makes nothing; errors, events and modifiers are called": {
      files: `
  //- a.sol
  interface Token { function send(address to) external; }
  contract Base { constructor(uint x) {} }
  contract Own is Base(1) {
    error Refused(); event Done(address who);
    Token private token;
    modifier only(uint x) { _; }
    constructor(Token t) Base(2) { t.send(msg.sender); }
    function run(address a, bool ok) public only(1) {
      if (ok && token.send(a)) revert Refused();
      Token(a).send(a);
      emit Done(a);
      new Own(token).run(a, true);
    }
  }
`,
      edges: `
        Own.constructor → Base.constructor
        Own.constructor → Token.send
        Own.run → Own.only
        Own.run → Token.send
        Own.run → Own.Refused
        Own.run → Token.send
        Own.run → Own.Done
        Own.run → Own.constructor
        Own.run → Own.run
      `,
    },
    "functions that are attached to values, and overloads by how many arguments there are": {
      files: `
  //- a.sol
  library Sums {
    struct Set { uint x; }
    function add(Set storage set, uint a) internal {}
    function cut(uint a) internal returns (uint) {}
    function cut(uint a, uint b) internal {}
  }
  library Others { function cut(uint a) internal {} }
  function free(uint a) pure {}
  contract Own {
    using Sums for uint256;
    using {free} for uint256;
    Sums.Set private set;
    using Sums for Sums.Set;
    function run(uint n) public { n.cut(); n.cut(1); Sums.cut(n); n.cut().free(); set.add(1); }
  }
`,
      edges: `
        Own.run → Sums.cut@4
        Own.run → Sums.cut@5
        Own.run → Sums.cut@4
        Own.run → Sums.cut@4
        Own.run → free
        Own.run → Sums.add
      `,
    },
  });
});
