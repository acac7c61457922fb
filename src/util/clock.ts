/**
 * A monotonic clock, in milliseconds from some moment. The global `performance` would also do, but its first use loads a Node module.
 * That takes half a millisecond of a start; two milliseconds if V8 settings have been changed before (v8-settings.ts).
 */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
