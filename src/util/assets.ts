/** Locations of files that ship with the product, unbuilt (`src/`) and built (`dist/`). */

/** `dist/NAME` of this package, whether this module runs from `src/util/` or bundled in `dist/`. */
export function assetUrl(name: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? new URL(`../../dist/${name}`, here) : new URL(`./${name}`, here);
}

/** A worker's entry: `dir/name.ts` beside the source, `name.js` in the bundle. */
export function workerUrl(name: string, source: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? new URL(`../${source}`, here) : new URL(`./${name}.js`, here);
}
