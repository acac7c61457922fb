/** The product's name and its version (from package.json), for the command line, the protocol and the docs. */
import { readFileSync } from 'node:fs';

export const productName = 'code-scout-mcp';

let version: string | null = null;

/** The version in package.json, which is two folders above this source file, and one above the bundle in `dist/`. */
export function productVersion(): string {
  if (version === null) {
    const here = import.meta.url;
    const manifest = new URL(here.endsWith('.ts') ? '../../package.json' : '../package.json', here);
    version = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  }
  return version;
}
