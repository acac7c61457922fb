/** Addresses of resources: `codebase://files/src/a.ts?start_line=3`. Invariant: `readUri` reads back what `resourceUri` makes. */

export interface ResourceAddress {
  /** Without path and query: `codebase://files`. */
  base: string;
  /** Decoded, without the slash before it; empty for none. */
  path: string;
  query: URLSearchParams;
}

/** Null for a URI of another form, or with a part that cannot be decoded. */
export function readUri(uri: string): ResourceAddress | null {
  const parts = /^([a-z-]+:\/\/[a-z]+)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(uri);
  if (parts === null) return null;
  const [, base = '', path = '', query = ''] = parts;
  try {
    return { base, path: decodeURIComponent(path.slice(1)), query: new URLSearchParams(query) };
  } catch {
    return null;
  }
}

/** Escapes by `encodeURIComponent` of characters that a path may contain as they are. */
const needlessEscapes = /%(?:2F|40|3A|2B|2C|24|26|3D|3B)/g;

export function resourceUri(base: string, path: string, query: Readonly<Record<string, string | null>> = {}): string {
  const encoded = encodeURIComponent(path.toWellFormed()).replaceAll(needlessEscapes, decodeURIComponent);
  const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  const search = new URLSearchParams(parameters).toString();
  return `${base}${path === '' ? '' : `/${encoded}`}${search === '' ? '' : `?${search}`}`;
}
