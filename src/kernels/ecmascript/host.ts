/** Functions that the host provides to this module. */

/** Writes a number as JavaScript does, in ASCII at an address. @returns the number of bytes (at most 32) */
export declare function writeNumber(value: f64, address: usize): i32;
