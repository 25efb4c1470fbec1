import { checkLanguage } from "../testing/check.ts";

checkLanguage("lua/store.lua", {
  "functions by all the ways to write them": {
    source: `
      --- A module.
      local M = {}
      local a, b = 1, 2
      local bare
      total = 3
      --- Opens it.
      -- @param name what
      function M.open(name, ...)
        local text = 1
        local function inner() end
      end
      function M:close() end
      function M.sub.deep.run()
      end
      local function helper(a)
        return a
      end
      function global() end
      M.assigned = function(b) return b end
      local bound = function() end
      M.limit = 5
      M.config = {
        size = 1,
        on_open = function(x) end,
        ["on-close"] = function() end,
      }
      return M
    `,
    outline: `
      variable M 2-2
      variable a 3-3
      variable b 3-3
      variable bare 4-4
      variable total 5-5
      method M.open 8-11
        function M.open.inner 10-10
      method M.close 12-12
      method M.sub.deep.run 13-14
      function helper 15-17
      function global 18-18
      method M.assigned 19-19
      function bound 20-20
      field M.limit 21-21
      field M.config 22-26
        method M.config.on_open 24-24
        method M.config.on-close 25-25
    `,
    signatures: `
      M | local M = {}
      a | local a, b = 1, 2
      b | local a, b = 1, 2
      bare | local bare
      total | total = 3
      M.open | function M.open(name, ...)
      M.open.inner | local function inner()
      M.close | function M:close()
      M.sub.deep.run | function M.sub.deep.run()
      helper | local function helper(a)
      global | function global()
      M.assigned | M.assigned = function(b)
      bound | bound = function()
      M.limit | M.limit = 5
      M.config | M.config =
      M.config.on_open | on_open = function(x)
      M.config.on-close | ["on-close"] = function()
    `,
    docs: `
      M | A module.
      M.open | Opens it.
    `,
  },
  calls: {
    source: `
      function M.run()
        open(1, 2)
        self:flush { size = 1 }
        self.store.get "key"
        M.x.y:z()(3)
        list[1](4)
        run(function() inner() end)
      end
    `,
    calls: `
      2: open/2 in M.run
      3: self . flush/1 in M.run
      4: self.store . get/1 in M.run
      5: M.x.y . z/0 in M.run
      7: run/1 in M.run
      7: inner/0 in M.run
    `,
  },
  imports: {
    source: `
      local http = require("net.http")
      local a, b = require "a", require 'b'
      local dial = require("net").dial
      require('setup').run()
      dofile("x.lua")
      local ok, mod = pcall(require, "optional")
      require(name)
    `,
    imports: `
      1: import net.http {* as http}
      2: import a {* as a}
      2: import b {* as b}
      3: import net {dial}
      4: import setup
      5: import x.lua
      6: import optional {* as mod}
    `,
  },
  "functions at a string's key": {
    source: `
      local M = {}
      M["open"] = function() return go() end
      M[key] = function() end
    `,
    outline: `
      variable M 1-1
      method M.open 2-2
    `,
    calls: `
      2: go/0 in M.open
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
      function first() end
      local x = = 3
      function second() return 1 end
    `,
    outline: `
      function first 1-1
      variable x 2-2
      function second 3-3
    `,
    diagnostics: "syntax_error",
  },
});
