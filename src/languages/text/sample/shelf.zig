//! Shelves and what lies on them.
const std = @import("std");
const Item = @import("item.zig").Item;
const config = @import("config");

const Allocator = std.mem.Allocator;
pub const capacity: usize = 50;
var counter: u32 = 0;

/// Why nothing could be added.
pub const StoreError = error{ Full, NoWeight };

/// A shelf holds items of one kind.
pub const Shelf = struct {
    code: []const u8,
    items: std.ArrayList(Item),

    pub const Kind = enum { wood, steel };

    /// Makes an empty shelf.
    pub fn init(
        allocator: Allocator,
        code: []const u8,
    ) Shelf {
        return .{ .code = code, .items = std.ArrayList(Item).init(allocator) };
    }

    fn touch(self: *Shelf) void {
        _ = self;
    }
};

pub export fn warehouse_open(code: [*:0]const u8) callconv(.C) ?*Shelf {
    return null;
}

test "an empty shelf has no items" {
    try std.testing.expect(true);
}
