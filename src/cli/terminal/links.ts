/** Links to places in files (OSC 8). */
import { hostname } from 'node:os';
import type { AppConfig } from '../../config/options.ts';
import { pathsOf, type Platform } from '../../util/paths/system-paths.ts';
import type { Terminal } from './terminal.ts';

/** What the paths of an answer are relative to: a folder, or what finds each on this machine (null: it is no path). */
export type PathBase = string | ((path: string) => string | null);

/** Absolute; null for what is no path. */
export function locationFrom(base: PathBase, path: string, platform: Platform = process.platform): string | null {
  return typeof base === 'string' ? pathsOf(platform).resolve(base, path) : base(path);
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

interface System {
  platform: Platform;
  hostname: string;
}

/** Each part is encoded, so that a name can neither end the sequence nor change the URL. The colon of a drive of Windows stays, as others write it. */
function urlPath(path: string, platform: Platform): string {
  const parts = path.split(pathsOf(platform).sep).map(encodeURIComponent).join('/');
  if (platform !== 'win32') return parts;
  const plain = parts.replace(/^([A-Za-z])%3A/, '$1:');
  return plain.startsWith('/') ? plain : `/${plain}`;
}

/** The URL of a place. On Windows it names no host: there a file URL with one is a path of the network. Null for what is no path. @param base a folder's path is absolute */
export function placeUrl(format: string, base: PathBase, place: Place, system: System): string | null {
  const { path, line = '1', column = '1' } = place;
  const { platform, hostname: host } = system;
  const location = locationFrom(base, path, platform);
  if (location === null) return null;
  return format
    .replaceAll('{host}', () => (platform === 'win32' ? '' : encodeURIComponent(host)))
    .replaceAll('{path}', () => urlPath(location, platform))
    .replaceAll('{line}', line)
    .replaceAll('{column}', column);
}

/** @param settings undefined: the defaults */
export function linkerFor(terminal: Terminal, base: PathBase, settings?: AppConfig['terminal']): Linker {
  const { links = 'auto', linkFormat = 'file://{host}{path}' } = settings ?? {};
  const isWanted = links === 'always' || (links === 'auto' && terminal.environment.showsLinks);
  if (!isWanted || terminal.width === null) return plain;
  const system = { platform: process.platform, hostname: hostname() };
  return (text, place) => {
    const url = placeUrl(linkFormat, base, place, system);
    return url === null ? text : `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
  };
}
