# What the warehouse holds.

defmodule Warehouse.Shelf do
  @moduledoc """
  A shelf holds items of one kind.

  It never shrinks.
  """

  use GenServer, restart: :transient
  use Warehouse.Schema
  alias Warehouse.{Item, Ledger.Entry}
  alias Warehouse.Audit.Trail, as: AuditTrail
  alias __MODULE__.Drawer
  import Ecto.Query, only: [from: 2, where: 3]
  import Kernel, except: [length: 1]
  require Logger
  require Record, as: R

  @behaviour Warehouse.Placed
  @derive {Jason.Encoder, only: [:code]}
  @enforce_keys [:code]
  @capacity 50
  @doc false
  @external_resource "priv/shelves.txt"

  @typedoc "One shelf."
  @type t :: %__MODULE__{code: String.t(), items: [Item.t()]}
  @type result(a) :: {:ok, a} | {:error, atom()}
  @typep state :: map()
  @opaque handle :: reference()

  defstruct [:code, items: [], label: nil]

  @callback place(shelf :: t()) :: String.t()
  @macrocallback inspect_place(Macro.t()) :: Macro.t()
  @optional_callbacks place: 1

  defguard is_code(value) when is_binary(value) and byte_size(value) == 2
  defguardp is_small(count) when count < @capacity

  defdelegate size(shelf), to: Warehouse.Counter, as: :count
  defdelegate flush(), to: Logger

  @doc """
  Puts an item on a shelf.

  ## Examples

      iex> add(shelf, item)
  """
  @doc since: "1.2.0"
  @spec add(t(), Item.t()) :: result(t())
  @impl true
  def add(shelf, item)

  def add(%__MODULE__{items: items} = shelf, %Item{weight: weight} = item) when weight > 0 do
    entry = %Entry{item: item, at: DateTime.utc_now()}
    :ok = Ledger.save(entry)
    Logger.info("added #{describe(item)}")
    items
    |> Enum.map(& &1.name)
    |> Enum.filter(&valid?/1)
    |> AuditTrail.record()

    send(self(), {:added, item})
    :telemetry.execute([:shelf, :add], %{})
    fun = fn x -> transform(x) end
    fun.(item)
    case touch(shelf) do
      {:ok, touched} -> {:ok, %{touched | items: [item | items]}}
      {:error, %Ecto.Changeset{} = changeset} -> {:error, changeset}
    end
  rescue
    error in [ArgumentError, Warehouse.Full] -> {:error, error}
  end

  def add(_shelf, _item), do: raise(ArgumentError, "no weight")

  def label(shelf), do: shelf.label || "-"
  def capacity, do: @capacity
  def left + right, do: concat(left, right)

  @doc deprecated: "use add/2"
  defp touch(shelf) when is_map(shelf), do: {:ok, shelf}

  defp valid?(nil), do: false
  defp valid?(_name), do: true

  @doc "Measures a block."
  defmacro measure(name, do: block) do
    quote do
      start = System.monotonic_time()
      result = unquote(block)
      Warehouse.Meter.report(unquote(name), start)
      result
    end
  end

  defmacrop internal(ast), do: ast

  @impl GenServer
  def handle_call(:state, _from, state) do
    {:reply, state, state}
  end

  defmodule Drawer do
    @moduledoc false
    def pull(force \\ false), do: force
  end

  defmodule Warehouse.Full do
    defexception [:shelf, message: "no room"]
  end
end

defprotocol Warehouse.Describe do
  @doc "Puts it in words."
  @fallback_to_any true
  def describe(value)
end

defimpl Warehouse.Describe, for: Warehouse.Shelf do
  def describe(shelf), do: "shelf #{shelf.code}"
end

defimpl Warehouse.Describe, for: [Integer, Float] do
  def describe(value), do: to_string(value)
end

defmodule Warehouse.Router do
  use Phoenix.Router

  pipeline :browser do
    plug :accepts, ["html"]
  end

  scope "/", Warehouse do
    get "/shelves", ShelfController, :index
  end
end

config = Application.get_env(:warehouse, Warehouse.Repo)
