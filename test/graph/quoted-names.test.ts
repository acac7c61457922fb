/**
 * Declarations whose name is only a part of the declared text (in backquotes, after dots) have users, on a real index.
 */
import { expect, it } from 'vitest';
import { indexed } from './real-index.ts';

const { engine } = await indexed({
  'a/Headers.swift':
    'struct Headers {\n  static let `default` = Headers()\n  func `repeat`() {}\n}\nfunc use() { Headers.default.repeat() }\n',
  'k/Shelf.kt':
    'package k\nclass Shelf { fun `put it`() {}\n  val `in` = 1\n  fun run() { `put it`(); println(`in`) } }\n',
  's/Box.scala': 'package s\nclass Box { def `odd name`() = 1; def run() = `odd name`() }\n',
  'e/cart.ex': 'defmodule Shop.Carts.Cart do\n  def new(x), do: %Shop.Carts.Cart{items: x}\nend\n',
  'e/use.ex': 'defmodule Shop.Use do\n  alias Shop.{Carts.Cart, Other}\n  def run(%Cart{} = x), do: Cart.new(x)\nend\n',
});

it.each([
  ['Headers.default', 'a/Headers.swift#use'],
  ['Headers.repeat', 'a/Headers.swift#use'],
  ['k/Shelf.kt#Shelf.put it', 'k/Shelf.kt#Shelf.run'],
  ['s/Box.scala#Box.odd name', 's/Box.scala#Box.run'],
  ['Shop.Carts.Cart', 'e/use.ex#Shop.Use.run'],
  ['Shop.Carts.Cart', 'e/cart.ex#Shop.Carts.Cart.new'],
])('%s', async (symbol, caller) => {
  const { uses } = await engine.graph.usage({ symbol, limit: 10 });
  expect(uses.map(({ path, caller: by }) => `${path}#${by}`)).toContain(caller);
});
