--- A module that is one table.
local function hidden() end
local shared = 1

return {
  -- Joins two parts.
  join = function(a, b)
    return a .. b
  end,
  split = hidden,
  shared = shared,
  limits = { small = 1 },
}
