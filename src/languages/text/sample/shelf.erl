%%% Shelves and what lies on them.
-module(shelf).
-behaviour(gen_server).
-include("warehouse.hrl").
-include_lib("kernel/include/logger.hrl").
-export([add/2, size/1]).
-record(shelf, {code, items = []}).
-define(CAPACITY, 50).
-type code() :: binary().
-callback place(code()) -> binary().

%% @doc Puts an item on a shelf.
-spec add(any(), #shelf{}) -> ok.
add(Item, #shelf{items = Items} = Shelf) when length(Items) < ?CAPACITY ->
    touch(Shelf),
    {ok, Shelf#shelf{items = [Item | Items]}};
add(_Item, _Shelf) ->
    {error, full}.

touch(Shelf) -> Shelf. % nothing to do
