#!/usr/bin/env elixir
defmodule Warehouse.ShelfTest do
  use ExUnit.Case, async: true
  import Warehouse.Factory

  setup do
    [shelf: build(:shelf)]
  end

  describe "add/2" do
    test "puts an item", %{shelf: shelf} do
      assert {:ok, _} = Warehouse.Shelf.add(shelf, build(:item))
      refute Warehouse.Shelf.full?(shelf)
    end
  end

  defp helper, do: nil
end
