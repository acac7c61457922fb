/**
 * A clock that only goes forward, in milliseconds from some moment. The global `performance` would do, but loads a module of Node's where it is used
 * first: two milliseconds of a start once settings of V8's are changed (v8-settings.ts), half of one before.
 */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
