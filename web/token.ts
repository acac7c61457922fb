/**
 * The server's token in the browser. `code-scout open` hands it over in the URL's fragment, which is never sent to a server; it is taken out of the
 * address bar at once, so that it is neither in the history nor in a link that somebody copies.
 * It is kept for the tab alone, and not in a cookie: cookies belong to a host name with all its ports, and other programs serve on this host.
 */
import { parseRoute } from './route.ts';

const key = 'code-scout-token';
const channelName = 'code-scout-token';

/** Takes a token out of the URL. */
export function takeTokenFromUrl(): void {
  const { view, parameters } = parseRoute(location.hash);
  const { token, ...rest } = parameters;
  if (token === undefined) return;
  sessionStorage.setItem(key, token);
  const query = new URLSearchParams(rest).toString();
  history.replaceState(history.state, '', `#/${view === 'home' ? '' : view}${query === '' ? '' : `?${query}`}`);
}

export function currentToken(): string | null {
  return sessionStorage.getItem(key);
}

export function setToken(token: string): void {
  sessionStorage.setItem(key, token);
}

/** A link that is opened in a new tab finds no token there: the other tabs of this page, and no other page, are asked. */
export function shareTokenBetweenTabs(onToken: () => void): void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const token = currentToken();
    if (data === 'ask') {
      if (token !== null) channel.postMessage({ token });
      return;
    }
    if (token !== null || typeof data !== 'object' || data === null || !('token' in data)) return;
    if (typeof data.token !== 'string') return;
    setToken(data.token);
    onToken();
  });
  if (currentToken() === null) channel.postMessage('ask');
}
