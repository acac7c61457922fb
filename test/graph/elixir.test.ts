/**
 * Links of Elixir: modules by their full names, functions by arity, imports and the effect of `use`, protocols and
 * behaviours, types and attributes.
 */
import { describe, expect, test } from 'vitest';
import { elixir } from '../../src/languages/elixir/elixir.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([elixir]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'a.ex': text } };
}

const cases: Case[] = [
  {
    name: 'modules by full names, aliases, groups of aliases, renamed aliases, and the enclosing modules',
    files: {
      'lib/main.ex': `defmodule Shop.Main do
  alias Shop.‹Cart›Cart
  alias Shop.{‹Item›Item, Deep.‹Leaf›Leaf}
  alias Shop.Deep.‹Leaf›Leaf, as: Other
  require ‹-›Logger
  def run(x) do
    ‹Cart›Cart.‹add›add(x); Shop.‹Cart›Cart.‹add›add(x)
    ‹Item›Item.‹price›price(x) |> ‹Leaf›Leaf.‹grow›grow(1)
    ‹Leaf›Other.‹grow›grow(1, 2); Elixir.Shop.‹Cart›Cart.‹add›add(x)
    ‹-›Cart2.add(x); ‹-›Logger.‹-›info(x); :erlang.now(); x.field
    if x do
      alias Shop.‹Item›Item, as: Cart
      ‹Item›Cart.‹price›price(x)
    end
    ‹Cart›Cart.‹-›price(x)
  end
end`,
      'lib/cart.ex': `defmodule Shop.‹@Cart›Cart do
  alias __MODULE__.‹Line›Line
  def ‹@add›add(x), do: ‹Line›Line.‹of›of(x)
  defmodule ‹@Line›Line do
    def ‹@of›of(x), do: x
    def again(x), do: ‹Line›__MODULE__.‹of›of(x)
  end
  def late(x), do: ‹Line›Line.‹of›of(x)
end
defmodule Shop.‹@Item›Item do
  def ‹@price›price(x), do: x
end
defmodule Shop.Deep.‹@Leaf›Leaf do
  def ‹@grow›grow(x, y), do: x
end`,
    },
  },
  one(
    'functions of one name by arity: defaults, pipes, blocks, captures, clauses',
    `defmodule ‹@A›A do
  def ‹@f1›f(a), do: ‹f2›f(a, 1)
  def ‹@f2›f(a, b) when is_nil(a), do: ‹f1›f(b)
  def f(a, b), do: a
  def ‹@d›d(a, b \\\\ 1, c \\\\ 2)
  def d(a, b, c), do: ‹d›d(a) + ‹d›d(a, b) + ‹d›d(a, b, c) + ‹-›d()
  def ‹@with_block›with_block(a, do: b), do: a
  defp ‹@p›p(a), do: a
  defguard ‹@is_fine›is_fine(x) when x > 1
  def run(x) when ‹is_fine›is_fine(x) do
    x |> ‹f1›f() |> ‹f2›f(2) |> ‹p›p
    ‹with_block›with_block x do
      ‹p›p(x)
    end
    Enum.map(x, &‹f1›f/1); Enum.map(x, &‹A›A.‹f2›f/2); Enum.map(x, &‹f2›f(&1, 2)); Enum.map(x, &(&1 |> ‹p›p()))
    ‹f2›f x, a: 1, b: 2
    "#{‹p›p(x)}"
    ‹-›length(x); ‹-›f(1, 2, 3)
  end
end`,
  ),
  {
    name: 'what is imported: in a module, around it, at the top of a file, in a block; own functions before those',
    files: {
      'lib/a.ex': `import ‹Query›Query
defmodule A do
  import ‹Help›Help, only: [help: 1]
  def ‹@own›own(x), do: ‹help›help(x) |> ‹from›from()
  def help(x, y), do: ‹own›own(x)
  defmodule In do
    def run(x), do: ‹help›help(x)
  end
end
defmodule B do
  import ‹Help›Help, only: []
  def run(x), do: ‹-›help(x)
end
defmodule C do
  def run(x) do
    import ‹Help›Help
    ‹help›help(x)
  end
end`,
      'lib/help.ex': `defmodule ‹@Help›Help do
  def ‹@help›help(x), do: x
end
defmodule ‹@Query›Query do
  defmacro ‹@from›from(x), do: x
end`,
    },
  },
  {
    name: 'what `use` injects: functions, imports, and what the injected code uses itself',
    files: {
      'lib/web.ex': `defmodule ‹@Web›Web do
  def controller do
    quote do
      use ‹Base›Base
      import ‹Helpers›Helpers
    end
  end
  defmacro __using__(which), do: apply(__MODULE__, which, [])
end
defmodule ‹@Base›Base do
  defmacro __using__(_) do
    quote do
      def ‹@init›init(x), do: ‹Base›Base.‹start›start(x)
      def ‹@call›call(x), do: ‹init›init(x)
    end
  end
  def ‹@start›start(x), do: x
end
defmodule ‹@Helpers›Helpers do
  def ‹@link›link(x), do: x
end`,
      'lib/page.ex': `defmodule ‹@Page›Page do
  use ‹Web›Web, :controller
  def show(x), do: ‹link›link(x) |> ‹call›call() |> ‹-›start()
end
defmodule Main do
  def run(x), do: ‹Page›Page.‹call›call(x)
end`,
    },
  },
  {
    name: 'imports by name, private functions, the choice among several quotes, nested quotes, quoted names',
    files: {
      'lib/a.ex': `defmodule A do
  def ‹@ax›x(a), do: ‹hidden›hidden(a)
  def y(a), do: a
  def to_string(a), do: a
  defp ‹@hidden›hidden(a), do: a
end
defmodule B do
  def ‹@by›y(a), do: a
end`,
      'lib/c.ex': `defmodule C do
  import A, only: [x: 1]
  import B
  def run(m), do: ‹ax›x(‹by›y(m)) |> ‹-›to_string() |> ‹-›hidden()
  def far(m), do: A.‹-›hidden(m)
end
defmodule D do
  import A
  def run(m), do: ‹ax›x(m) |> ‹-›hidden()
end`,
      'lib/web.ex': `defmodule Web do
  def view do
    quote do
      import A
      unquote(helpers())
      def ‹@given›given(x), do: __MODULE__.‹?›perform(x) |> ‹-›perform()
    end
  end
  def controller, do: quote(do: import(B))
  defp helpers, do: quote(do: import(Help))
  def perform(x), do: x
  defmacro __using__(which), do: apply(__MODULE__, which, [])
end
defmodule Help do
  def ‹@help›help(x), do: x
end`,
      'lib/use.ex': `defmodule One do
  use Web, :controller
  def run(x), do: ‹by›y(x) |> ‹-›x() |> ‹-›help() |> ‹-›given()
end
defmodule Two do
  use Web, :view
  def run(x), do: ‹ax›x(x) |> ‹help›help() |> ‹given›given()
  def other(x), do: ~s(a #{‹help›help(x)}) <> ~H"<%# help(x) %>"
  @type x :: integer
  @spec f(x :: map) :: list
  def f(x), do: x
end`,
    },
  },
  one(
    'protocols, behaviours, structs, delegates',
    `defprotocol ‹@Size›Size do
  def ‹@size›size(x)
end
defmodule ‹@Box›Box do
  @behaviour ‹Shape›Shape
  defstruct [:w]
  def new(w), do: %‹Box›Box{w: w}
  def same(%‹Box›__MODULE__{} = x), do: x
  defdelegate ‹fit›fit(x), to: ‹Other›Other
  defdelegate ‹wide›old(x, y \\\\ 1), to: ‹Other›Other, as: :wide
  defimpl ‹Size›Size do
    def size(x), do: x.w
  end
end
defmodule ‹@Other›Other do
  def ‹@fit›fit(x), do: ‹Size›Size.‹size›size(x)
  def ‹@wide›wide(x, y), do: x
end
defmodule ‹@Shape›Shape do
  @callback area(term) :: integer
end
defimpl ‹Size›Size, for: [‹Box›Box, ‹-›List] do
  def size(x), do: x
end`,
  ),
  {
    name: 'templates: components, expressions in braces and in <% %>',
    files: {
      'lib/page.ex': `defmodule Page do
  use ‹Web›Web, :html
  alias Shop.‹Parts›Parts
  def render(assigns) do
    ~H"""
    <.‹button›button type={‹kind1›kind(@a)} on={&‹kind2›kind(&1, b: {1, "}"})}>{@a |> ‹kind2›kind(1)}</.button>
    <!-- <.button /> --> <Parts.‹row›row :if={‹kind0›kind()} x={@m.f(1)} /> <%= if ‹kind2›kind("a)", x: 1, y: 2) do %><p>kind(1)</p>
      <%= for x <- Enum.map(@xs, &‹kind1›kind/1) do %><:slot></:slot><.‹-›gone /><% end %><% end %>
    """
  end
  def ‹@kind0›kind, do: 1
  def ‹@kind1›kind(a), do: ~H"<.‹button›button>{‹kind0›kind()}</.button>"
  def ‹@kind2›kind(a, b), do: b
end`,
      'lib/web.ex': `defmodule ‹@Web›Web do
  def html, do: quote(do: import(Shop.‹Parts›Parts))
  defmacro __using__(which), do: apply(__MODULE__, which, [])
end
defmodule Shop.‹@Parts›Parts do
  def ‹@button›button(assigns), do: assigns
  def ‹@row›row(assigns), do: assigns
end`,
    },
  },
  one(
    'records',
    `defmodule A do
  require Record
  Record.defrecordp :‹@point›point, x: 0, y: 0
  import Record
  defrecord(:‹@line›line, a: 1)
  def run(‹point›point(x: 1) = p), do: ‹point›point(p, :x) + ‹point›point() + ‹line›line(a: 2) + ‹-›line(1, 2, 3)
end`,
  ),
  one(
    'types and attributes',
    `defmodule ‹@T›T do
  @type ‹@t›t :: integer
  @type ‹@pair›pair(a) :: {a, ‹t›t, ‹t›t()}
  @‹@limit›limit 5
  @spec f(‹t›t, ‹T›T.‹pair›pair(‹T›__MODULE__.‹t›t())) :: ‹-›String.t() when x: ‹t›t
  def ‹@f›f(a, b), do: @‹limit›limit + ‹f›f(@‹limit›limit, @‹-›gone)
  def t, do: 1
end`,
  ),
  one(
    'a call on an unknown receiver is not linked',
    `defmodule A do
  def ‹@go›go(x), do: x
  def run(m), do: m.‹?›go(1)
end
defmodule unquote(name) do
  def other(x), do: go(x)
end`,
  ),
];

describe('links of Elixir', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
