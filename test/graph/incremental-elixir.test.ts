/**
 * Links after any history of edits equal those of a new index: what Elixir's modules see, inject with `use`, and
 * implement.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family, type History } from './link-histories.ts';

const modules: Family = {
  places: ['lib/moved.ex', 'lib/shop/moved.ex', 'test/support/cart.ex', 'apps/other/lib/cart.ex', 'moved.exs'],
  variants: {
    'lib/cart.ex': [
      'defmodule Shop.Cart do\n  import Shop.Help\n  @limit 3\n  @type t :: integer\n  def add(x, y \\\\ 1), do: help(x) |> keep(y)\n  defp keep(x, y), do: x + y + @limit\n  defmodule Line do\n    def of(x), do: help(x)\n  end\nend\n',
      'defmodule Shop.Cart do\n  use Shop.Base\n  alias __MODULE__.Line\n  def add(x), do: Line.of(x)\n  def keep(x), do: given(x)\nend\n',
      'defmodule Shop do\n  defmodule Cart do\n    @behaviour Shop.Shape\n    @type t(a) :: a\n    def add(x, y, z), do: x\n    def area(x), do: add(x, 1, 2)\n  end\n  defmodule Cart.Line do\n    def of(x, y \\\\ 2), do: Cart.area(x)\n  end\nend\n',
      null,
    ],
    'lib/help.ex': [
      'defmodule Shop.Help do\n  def help(x), do: Shop.Cart.add(x)\n  defmacro from(x), do: x\nend\n',
      'import Shop.Base\ndefmodule Shop.Help do\n  def help(x, y), do: start(x) + y\n  def keep(x, y), do: help(x, y)\nend\n',
      'defmodule Shop.Help do\n  use Shop.Base\n  defdelegate help(x), to: Shop.Cart, as: :add\n  def init(x), do: given(x)\nend\n',
      null,
    ],
    'lib/base.ex': [
      'defmodule Shop.Base do\n  defmacro __using__(_) do\n    quote do\n      import Shop.Help\n      def given(x), do: help(x)\n      def init(x), do: Shop.Base.start(x)\n    end\n  end\n  def start(x), do: x\nend\n',
      'defmodule Shop.Base do\n  use Shop.Web, :base\n  def start(x), do: given(x)\nend\n',
      'defmodule Shop.Base do\n  def start(x, y \\\\ 1), do: x\n  def given(x), do: start(x)\nend\n',
      null,
    ],
    'lib/web.ex': [
      'defmodule Shop.Web do\n  def base do\n    quote do\n      use Shop.Base\n      import Shop.Cart\n      alias Shop.Cart.Line\n      def given(x), do: Line.of(x)\n    end\n  end\n  defmacro __using__(which), do: apply(__MODULE__, which, [])\nend\n',
      'defmodule Shop.Web do\n  defmacro __using__(_), do: quote(do: import(Shop.Shape))\nend\n',
      null,
    ],
    'lib/shape.ex': [
      'defmodule Shop.Shape do\n  @callback area(term) :: Shop.Cart.t()\n  def area(x), do: x\n  def shaped(x), do: area(x)\nend\ndefprotocol Shop.Size do\n  def size(x)\nend\n',
      'defprotocol Shop.Shape do\n  def area(x)\nend\ndefimpl Shop.Shape, for: Shop.Cart do\n  def area(x), do: Shop.Cart.add(x)\nend\ndefimpl Shop.Size, for: Shop.Page do\n  def size(x), do: Shop.Shape.area(x)\nend\n',
      null,
    ],
    'lib/page.ex': [
      'defmodule Shop.Page do\n  use Shop.Web, :base\n  alias Shop.{Cart, Shape, Size}\n  @spec show(Cart.t(), Cart.t(term)) :: Shape.t()\n  def show(x, y) do\n    Cart.add(x) |> Cart.add(y) |> given() |> add() |> area()\n    Enum.map(x, &Shape.area/1)\n    Size.size(x) + Cart.Line.of(x) + Shop.Help.help(x) + Shop.Base.start(x)\n    %Cart{}\n  end\n  def size(x), do: init(x)\nend\n',
      'defmodule Shop.Page do\n  use Shop.Base\n  import Shop.Help, only: [help: 2]\n  alias Shop.Base, as: Cart\n  def show(x), do: Cart.start(x) |> help(1) |> shaped() |> keep(2)\n  def area(m), do: m.add(1)\nend\nimport Shop.Shape\ndefmodule Shop.Late do\n  def run(x), do: shaped(x) + Shop.Page.given(x) + Shop.Page.show(x) + Shop.Help.init(x)\nend\n',
      null,
    ],
  },
};

/** `use` injects an import of a module that is declared only later. */
const given: History = [
  [766, 572, 0],
  [
    [596, 318, 235, 0, 0],
    [0, 0, 0, 0, 141],
    [60, 784, 0, 0, 0],
  ],
];

describe('links after edits in Elixir', () => {
  it('equal those of a new index where modules see and inject implicit names', async () => {
    await expect(playHistories(modules, 40, [given])).resolves.toBeUndefined();
    expect(await linkCount(modules)).toBeGreaterThan(6);
  });
});
