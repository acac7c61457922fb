/**
 * A monotonic clock, in milliseconds from some moment. The global `performance` would also do, but its first use loads a Node module.
 * That takes two milliseconds of a start after V8 settings have been changed (v8-settings.ts), half a millisecond before.
 */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
