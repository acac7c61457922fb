/**
 * Links of Lua: modules by their returned values, members of tables, metatables, classes made by class libraries,
 * `self`, globals.
 */
import { describe, expect, test } from 'vitest';
import { lua } from '../../src/languages/lua/lua.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([lua]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'a.lua': text } };
}

const cases: Case[] = [
  {
    name: 'modules by what they return: a table, one written there, a function; below any folder, by init.lua',
    files: {
      'main.lua': `local util = require "app.util"
local both = require("app.both")
local make = require 'app'
local ok, safe = pcall(require, "app.util")
local go = util.‹go›go
local gone = require "app.gone"
util.‹go()›go(1); ‹go()›go(); both.‹a()›a(); both.‹go()›b(); print(‹made()›make().‹x›x); safe.‹go()›go(); util.deep.‹in()›inner()
gone.‹-›go(); util.‹?›none(); ‹-›print(util)`,
      'src/app/util.lua': `local M = { deep = {} }
function M.‹@go›go(x) return x end
function M.deep.‹@in›inner() end
return M`,
      'src/app/both.lua': `local function ‹@a›a() end
return { a = a, b = require("app.util").‹go›go }`,
      'src/app/init.lua': `local function ‹@made›made() return { ‹@x›x = 1 } end\nreturn made`,
    },
  },
  one(
    'local functions, those named before they are given, in functions too; variables of one name; globals',
    `local later
local function ‹@f›f() ‹later()›later() end
‹@later›later = function() end
local function outer(cb)
  local function ‹@in›inner() return ‹in()›inner() end
  ‹in()›inner(); cb()
  local f = inner
  ‹in()›f()
end
local x = f
do local x = outer end
‹f()›x()
function ‹@g›global() ‹f()›f() end
‹g()›global(); ‹?›other()`,
  ),
  {
    name: 'globals that a file defines for the program',
    files: {
      'a.lua': 'function ‹@g›boot() end\nGame = {}\nlocal function boot2() end',
      'b.lua': '‹g()›boot(); ‹?›boot2()',
    },
  },
  {
    name: 'a file named like the module that it requires, redeclared and shadowing names, globals of several files',
    files: {
      'foo.lua':
        'local _, a = 1, 2\nlocal _, b = 3, 4\nlocal M = {}\nfunction M.‹@run›run(x) return M.‹run()›run(x) end\nreturn M',
      'test/foo.lua':
        'local foo = require "foo"\nlocal function ‹@own›run(x) return foo.‹run()›run(x) end\nreturn { run = run }',
      'hide.lua': `local A = require "foo"
local function f() A.‹run()›run(1); local A = require "bar"; A.‹bar()›run(1); local A = A; A.‹bar()›run(2) end
local function g() local A = A; A.‹run()›run(3) end`,
      'bar.lua':
        'Bar = Bar or {}\nfunction Bar.‹@bar›run() end\n_G.‹@shared›shared = function() end\n‹shared()›shared()\nreturn Bar',
      'x/g1.lua': 'function init() end',
      'x/g2.lua': 'function init() end',
      'x/g3.lua': '‹?›init(); Bar.‹bar()›run(); ‹shared()›shared(); _G.‹shared()›shared()',
    },
  },
  one(
    'methods, self, and fields that they assign to self',
    `local M = {}
M.‹@k›k = function(self, x) self:‹go()›go(); return self end
function M:‹@go›go() self.‹@inner›inner = { ‹@run›run = function() end }; return self.‹inner›inner.‹run()›run() end
function M.plain(me) me:‹?›go() end
function M:nested() local function f() self:‹go()›go() end; return function() self:‹k()›k() end end
M:‹go()›go(); M.‹k()›k(M):‹go()›go(); return M`,
  ),
  one(
    'metatables: objects of a table, of an explicit __index, inherited members, callable tables',
    `local Base = {}
Base.__index = Base
function Base.‹@new›new() local self = setmetatable({}, Base); self:‹hi()›hi(); return self end
function Base:‹@hi›hi() end
local Derived = setmetatable({}, { __index = Base })
Derived.__index = Derived
function Derived.make(o) return setmetatable(o or {}, Derived) end
function Derived:‹@more›more() self:‹hi()›hi() end
local Called = setmetatable({}, { __call = function(_, x) return Base.‹new›new() end })
Base.‹new()›new():‹hi()›hi(); Derived.make():‹more()›more(); Derived.make():‹hi()›hi(); Called():‹hi()›hi()`,
  ),
  {
    name: 'classes by libraries: class(), class("Name", Base), Base:extend(), their objects',
    files: {
      'animal.lua': `local class = require "middleclass"
local ‹@Animal›Animal = class("Animal")
function Animal:‹@speak›speak() end
local Dog = class("Dog", ‹Animal›Animal)
function Dog:‹@bark›bark() self:‹speak()›speak() end
local Cat = Animal:extend()
function Cat:‹@purr›purr() self:‹speak()›speak() end
return { Dog = Dog, Cat = Cat }`,
      'main.lua': `local animals = require "animal"
local d = animals.Dog()
d:‹bark()›bark(); d:‹speak()›speak()
local c = animals.Cat:new()
c:‹purr()›purr(); c:‹speak()›speak()`,
    },
  },
];

describe('links of Lua', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
