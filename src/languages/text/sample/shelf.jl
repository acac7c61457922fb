module Warehouse

using LinearAlgebra: norm, dot
import JSON as J
include("item.jl")

const CAPACITY = 50

abstract type Placed end

"A shelf holds items of one kind."
mutable struct Shelf{T} <: Placed
    code::String
    items::Vector{T}
end

# Puts an item on a shelf.
function add!(shelf::Shelf, item)
    push!(shelf.items, item)
end

size(shelf::Shelf) = length(shelf.items)
Base.show(io::IO, shelf::Shelf) = print(io, shelf.code)

macro audited(ex)
    ex
end

end
