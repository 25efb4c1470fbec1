/** Functions in tables, and modules that return one. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("Lua", () => {
  checkEdges({
    "a function of a table is called by the table, and not by its name alone": {
      files: `
  //- a.lua
  local H = {}
  H.error = function(text) error(text) end
  function H.check(x) if not x then H.error("no") end end
  H.sub = {}
  function H.sub.deep() H.check(1) end
  local function error_of(x) error(x) end
  H.sub.deep()
  H.missing()
  error_of(1)
`,
      edges: `
        check → error
        deep → check
        a.lua → deep
        a.lua → error_of
      `,
    },
    "self is the table that the function stands in": {
      files: `
  //- a.lua
  Queue = {}
  Queue.__index = Queue
  function Queue.new() return setmetatable({}, Queue) end
  function Queue:push(x) self:grow() end
  function Queue:grow() Queue.new() end
  Stack = {}
  function Stack:grow() end
`,
      edges: `
        push → grow@5
        grow@5 → new
      `,
    },
    "a module is the table that its file gives back": {
      files: `
  //- lua/app/util.lua
  local M = {}
  local H = {}
  function M.shout() H.text() end
  function H.text() end
  function H.shout() end
  return M
  //- lua/app/init.lua
  local util = require("app.util")
  local shout = require("app.util").shout
  util.shout()
  shout()
  util.text()
  //- other/app/util.lua
  return { shout = function() end, deep = { cry = function() end } }
  //- lua/app/other.lua
  local far = require("other.app.util")
  far.shout()
  far.deep.cry()
`,
      edges: `
        lua/app/init.lua → shout@3
        lua/app/init.lua → shout@3
        lua/app/other.lua → shout@1
        lua/app/other.lua → cry name_match
        shout@3 → text
      `,
    },
    "a function in a table that is written down is the table's, and called by no plain name": {
      files: `
  //- a.lua
  local H = {}
  H.by = {
    next = function(a) return a end,
    deep = { last = function(a) return a end },
    near = function(a) return H.by.next(a) end,
  }
  local config = { on_open = function() end }
  local function make()
    local own = { step_now = function() end }
    step_now()
    return { step_action = function() end }
  end
  function H.go(t)
    next(t)
    H.by.near(1)
    H.by.deep.last()
    t.step_action()
    step_action()
    config.on_open()
    on_open()
  end
`,
      edges: `
        near → next
        go → near
        go → last name_match
        go → make.step_action name_match
        go → on_open
      `,
    },
  });
});
