import { checkLanguage } from "../testing/check.ts";

checkLanguage("contracts/Token.sol", {
  "contracts and their members": {
    source: `
      // SPDX-License-Identifier: MIT
      pragma solidity ^0.8.0;

      /// @notice A token.
      abstract contract Token is ERC20, Ownable("x"), access.Control {
        using SafeMath for uint256;
        uint256 public total = 1;
        mapping(address => Account) private accounts;
        uint256 constant MAX = 5;
        struct Account { uint balance; address owner; }
        enum State { Open, Shut }
        event Moved(address indexed from, uint256 value);
        error Refused(uint256 value);
        modifier onlyOwner() { _; }
        constructor(uint x) ERC20("a", "b") { total = x; }
        /**
         * @dev Moves some.
         */
        function move(uint256 value, address to) external onlyOwner returns (uint) {
          uint local = 1;
          return local;
        }
        function refuse() public virtual;
        receive() external payable {}
        fallback() external {}
      }
      interface Sink { function take() external; }
      library Sums { function sum() internal pure {} }
    `,
    outline: `
      class Token 5-26
        field Token.total 7-7
        field Token.accounts 8-8
        constant Token.MAX 9-9
        struct Token.Account 10-10
          field Token.Account.balance 10-10
          field Token.Account.owner 10-10
        enum Token.State 11-11
          enum_member Token.State.Open 11-11
          enum_member Token.State.Shut 11-11
        event Token.Moved 12-12
        type Token.Refused 13-13
        method Token.onlyOwner 14-14
        constructor Token.constructor 15-15
        method Token.move 19-22
        method Token.refuse 23-23
        method Token.receive 24-24
        method Token.fallback 25-25
      interface Sink 27-27
        method Sink.take 27-27
      class Sums 28-28
        method Sums.sum 28-28
    `,
    signatures: `
      Token | abstract contract Token is ERC20, Ownable("x"), access.Control
      Token.total | uint256 public total = 1
      Token.accounts | mapping(address => Account) private accounts
      Token.MAX | uint256 constant MAX = 5
      Token.Account | struct Account
      Token.Account.balance | uint balance
      Token.Account.owner | address owner
      Token.State | enum State
      Token.Moved | event Moved(address indexed from, uint256 value)
      Token.Refused | error Refused(uint256 value)
      Token.onlyOwner | modifier onlyOwner()
      Token.constructor | constructor(uint x) ERC20("a", "b")
      Token.move | function move(uint256 value, address to) external onlyOwner returns (uint)
      Token.refuse | function refuse() public virtual
      Token.receive | receive() external payable
      Token.fallback | fallback() external
      Sink | interface Sink
      Sink.take | function take() external
      Sums | library Sums
      Sums.sum | function sum() internal pure
    `,
    docs: `
      Token | A token.
      Token.move | Moves some.
    `,
    references: `
      5: extends ERC20
      5: extends Ownable
      5: extends Control
      6: type SafeMath
      8: type Account
      15: value x
      21: value local
    `,
  },
  "outside of contracts": {
    source: `
      function free(uint x) pure returns (uint) { return x; }
      uint constant TOP = 1;
      type Price is uint128;
      struct Pair { uint a; }
      enum Kind { One }
      error Failed();
    `,
    outline: `
      function free 1-1
      constant TOP 2-2
      type Price 3-3
      struct Pair 4-4
        field Pair.a 4-4
      enum Kind 5-5
        enum_member Kind.One 5-5
      type Failed 6-6
    `,
  },
  calls: {
    source: `
      contract Caller {
        function run() external onlyOwner {
          helper(1);
          this.other(2);
          super.run();
          IERC20(token).transfer{value: 3}(to, 4);
          new Vault(5);
          emit Moved(msg.sender, 6);
          revert Refused(7);
        }
      }
    `,
    calls: `
      2: onlyOwner in Caller.run
      3: helper/1 in Caller.run
      4: this . other/1 in Caller.run
      5: super . run/0 in Caller.run
      6: IERC20/1 in Caller.run
      6: IERC20(token) . transfer/2 in Caller.run
      7: Vault/1 in Caller.run
      8: Moved in Caller.run
      9: Refused in Caller.run
    `,
  },
  imports: {
    source: `
      import "./A.sol";
      import "f.sol" as F;
      import * as E from "e.sol";
      import {B, C as D} from "../B.sol";
    `,
    imports: `
      1: import ./A.sol {*}
      2: import f.sol {* as F}
      3: import e.sol {* as E}
      4: import ../B.sol {B, C as D}
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
      contract First { function a() public {} }
      contract Broken { function b( public {} }
      contract Third { function c() public {} }
    `,
    outline: `
      class First 1-1
        method First.a 1-1
      class Broken 2-2
        method Broken.b 2-2
      class Third 3-3
        method Third.c 3-3
    `,
    diagnostics: "syntax_error",
  },
});
