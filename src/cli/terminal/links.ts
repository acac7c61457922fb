/** Links to places in files (OSC 8). */
import { hostname } from 'node:os';
import { resolve, sep } from 'node:path';
import type { AppConfig } from '../../config/options.ts';
import type { Terminal } from './terminal.ts';

/** What the paths of an answer are relative to: a folder, or what finds each on this machine (null: it is no path). */
export type PathBase = string | ((path: string) => string | null);

/** Absolute; null for what is no path. */
export function locationFrom(base: PathBase, path: string): string | null {
  return typeof base === 'string' ? resolve(base, path) : base(path);
}

export interface Place {
  /** Relative to the base, with slashes. */
  path: string;
  line?: string | undefined;
  column?: string | undefined;
}

/** Makes `text` a link to a place. */
export type Linker = (text: string, place: Place) => string;

const plain: Linker = (text) => text;

export const osc8 = /\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** Each part is encoded, so that a name can neither end the sequence nor change the URL. */
function urlPath(path: string): string {
  const parts = path.split(sep).map(encodeURIComponent).join('/');
  return parts.startsWith('/') ? parts : `/${parts}`;
}

/** @param settings undefined: the defaults */
export function linkerFor(terminal: Terminal, base: PathBase, settings?: AppConfig['terminal']): Linker {
  const { links = 'auto', linkFormat = 'file://{host}{path}' } = settings ?? {};
  const isWanted = links === 'always' || (links === 'auto' && terminal.environment.showsLinks);
  if (!isWanted || terminal.width === null) return plain;
  const host = encodeURIComponent(hostname());
  return (text, { path, line = '1', column = '1' }) => {
    const location = locationFrom(base, path);
    if (location === null) return text;
    const url = linkFormat
      .replaceAll('{host}', host)
      .replaceAll('{path}', () => urlPath(location))
      .replaceAll('{line}', line)
      .replaceAll('{column}', column);
    return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
  };
}
