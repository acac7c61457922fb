/**
 * The state of the page as an URL: `#/VIEW?name=value`. Hash routes work from a server and from a file on disk.
 * Invariant: what a view shows is a function of its route and the answers; what only concerns the reader's eyes (a scrolled list) is not in it.
 */
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  /** `symbol`, `file`, `search`, `map` … */
  view: string;
  parameters: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { view: path === '' ? 'home' : path, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** Kept in every URL of the page: which project of the server it is about. */
const keptParameter = 'project';

/** The URL of a state. Parameters that are undefined or empty are left out. */
export function link(view: string, parameters: Readonly<Record<string, string | number | undefined>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const kept = currentRoute().parameters[keptParameter];
  if (kept !== undefined && !query.has(keptParameter)) query.set(keptParameter, kept);
  const text = query.toString();
  return `#/${view === 'home' ? '' : view}${text === '' ? '' : `?${text}`}`;
}

export function currentRoute(): Route {
  return parseRoute(location.hash);
}

/** Goes to another state; `replace`: without a step for the back button, as for a filter. */
export function go(url: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') location.hash = url;
  else {
    history.replaceState(history.state, '', url);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const changed = (): void => setRoute(currentRoute());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}
