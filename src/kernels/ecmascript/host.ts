/** What the host does for this module. */

/** Writes the digits of a number, as JavaScript does, where told; gives how many bytes that are (32 at most). */
export declare function writeNumber(value: f64, address: usize): i32;
