/** Locations of the built files that ship with the product (`dist/`). */

/** `dist/NAME` of this package, whether this module runs from `src/util/` or bundled in `dist/`. */
export function assetUrl(name: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? new URL(`../../dist/${name}`, here) : new URL(`./${name}`, here);
}

/** The entry file of a worker. @param name its file in `dist/`, without extension @param source its file below `src/`, used while unbuilt */
export function workerUrl(name: string, source: string): URL {
  const here = import.meta.url;
  return here.endsWith('.ts') ? new URL(`../${source}`, here) : new URL(`./${name}.js`, here);
}
