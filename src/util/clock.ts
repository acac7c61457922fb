/**
 * A monotonic clock, in milliseconds since an arbitrary moment. The global `performance` would also do, but its first use loads a Node module.
 * Loading that module delays the start of a process by half a millisecond, or by two if V8 settings have been changed before (v8-settings.ts).
 */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
