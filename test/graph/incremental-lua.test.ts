/**
 * Links after any history of edits equal those of a new index: what Lua's files return, add to tables and define
 * globally.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family } from './link-histories.ts';

const tables: Family = {
  places: ['src/moved.lua', 'lib/shop/init.lua', 'shop/cart.lua', 'spec/cart.lua', 'moved.lua'],
  variants: {
    'src/shop/cart.lua': [
      'local help = require "shop.help"\nlocal Cart = {}\nCart.__index = Cart\nfunction Cart.new(x) return setmetatable({ items = help.list() }, Cart) end\nfunction Cart:add(x) self.items:push(x); return help.help(x) end\nfunction Cart:total() return self:add(1) end\nreturn Cart\n',
      'local class = require "class"\nlocal Base = require "shop.base"\nlocal Cart = class("Cart", Base)\nfunction Cart:init() self:start() end\nfunction Cart:add(x) return boot(x) end\nreturn Cart\n',
      'local Cart = require("shop.base"):extend()\nCart.add = function(self, x) return self:start(x) end\nfunction Cart.deep() end\nlocal function hidden() return Cart:add() end\nreturn { Cart = Cart, add = hidden }\n',
      null,
    ],
    'src/shop/help.lua': [
      'local M = { deep = {} }\nfunction M.help(x) return M.deep.inner(x) end\nfunction M.deep.inner(x) return boot(x) end\nfunction M.list() return setmetatable({}, { __index = M.deep }) end\nfunction M.deep:push(x) self.inner(x) end\nreturn M\n',
      'local Cart = require "shop.cart"\nlocal function help(x) return Cart.new(x):add(1) end\nreturn { help = help, list = Cart.new }\n',
      'return require "shop.base"\n',
      null,
    ],
    'src/shop/base.lua': [
      'local Base = {}\nBase.__index = Base\nfunction Base:start(x) return self end\nfunction Base.help(x) return Base:start(x) end\nreturn Base\n',
      'function boot(x) return x end\nlocal Base = setmetatable({}, { __call = function(_, x) return boot(x) end, __index = require "shop.help" })\nfunction Base:start() return self.help(1) end\nreturn Base\n',
      'return function(x) return boot(x) end\n',
      null,
    ],
    'src/boot.lua': [
      'function boot(x) return x end\nShop = { open = function() return boot(1) end }\n',
      'local cart = require "shop.cart"\nboot = cart.new\nlocal function boot2() end\n',
      null,
    ],
    'src/shop/init.lua': [
      'local Cart = require "shop.cart"\nlocal help = require("shop.help")\nlocal c = Cart.new(1)\nlocal ok, base = pcall(require, "shop.base")\nlocal function run()\n  c:add(2); c:total(); Cart.Cart.deep(); help.help(3); help.list():push(4)\n  base:start():start(); base(1); boot(5); Shop.open()\n  for _, one in ipairs({ c, Cart.new(2) }) do one:total() end\nend\nreturn run\n',
      'local shop = require "shop.cart"\nshop.extra = function() return shop.extra() end\nfunction shop.more() return boot(shop.extra()) end\nlocal other = shop()\nother:add(1)\nother.more()\nreturn shop\n',
      null,
    ],
    'spec/shop_spec.lua': [
      'local shop = require "shop"\nshop()\nshop.more(); shop.extra(); boot(1); Shop.open()\nrequire("shop.base").help(2)\n',
      null,
    ],
  },
};

describe('links after edits in Lua', () => {
  it('equal those of a new index where files return tables, extend them and define globals', async () => {
    await expect(playHistories(tables, 40)).resolves.toBeUndefined();
    expect(await linkCount(tables)).toBeGreaterThan(6);
  });
});
