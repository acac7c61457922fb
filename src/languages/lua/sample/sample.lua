#!/usr/bin/env lua
--- Shelves and what lies on them.
-- @module warehouse.shelf

local json = require "cjson"
local class = require('middleclass')
local log = require("warehouse.log").new("shelf")
local string = require 'string'
require "luarocks.loader"
local ok, socket = pcall(require, "socket")
local plugin = require("plugins." .. name)
local shim = dofile("shim.lua")
loadfile 'extra.lua'

--[[
The module's table:
everything public hangs on it.
]]
local M = {}

local LIMIT <const> = 50
local low, high = 1, 9
local counter
DEFAULT_STAGE = "test"
_G.registry = {}
M.VERSION = "1.4.0"

M.defaults = {
  stage = "test",
  on_full = function(shelf)
    log:info("full", shelf)
  end,
  nested = {
    deep = function() return 1 end,
  },
  ["quoted-key"] = true,
}

---@class Shelf
---@field code string
local Shelf = class("Shelf")
Shelf.__index = Shelf

--- Makes an empty shelf.
---@param code string
---@return Shelf
function M.new(code, ...)
  local self = setmetatable({}, Shelf)
  self.code = code
  self.items = {}
  local function nested(depth)
    return depth + 1
  end
  nested(select("#", ...))
  return self
end

function Shelf:add(item, count)
  if not item then error("no item") end
  self.items[#self.items + 1] = item
  self:_touch()
  M.log.info(("added %s"):format(item.name))
  item.owner.shelf:refresh { force = true }
  print "done"
  table.insert(self.items, item)
  return self
end

function Shelf:_touch()
  self.touched = os.time()
end

function M.util.paths.join(a, b)
  return a .. "/" .. b
end

local function helper(a, b) -- keeps them apart
  return a ~= b
end

-- Tells whether it is known.
local is_known = function(code)
  return M.registry[code] ~= nil
end

M.find = function(code, opts)
  return is_known(code) and M.registry[code]
end

M.handlers["open"] = function() end

function global_helper()
  goto done
  ::done::
end

for _, shelf in ipairs(M.all()) do
  local inner = shelf
  shelf:close()
end

vim.api.nvim_create_user_command("Shelf", function(opts)
  M.open(opts.args)
end, {})

local Stack = {}
Stack.__index = Stack
function Stack.push(self, value) self[#self + 1] = value end
local Drawer = setmetatable({}, { __index = Stack })
M.Drawer = Drawer
M.helper = helper

return M
