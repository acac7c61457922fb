/** The entry of the explorer's page: of a server's, and of a static site's. */
import { render } from 'preact';
import { currentRoute } from './route.ts';
import { Shell } from './shell.tsx';
import { onSite, siteSource } from './site-source.ts';
import { serverSource, type Source } from './source.ts';
import './style/page.css';
import { applyStoredTheme } from './theme.ts';
import { currentToken, shareTokenBetweenTabs, takeTokenFromUrl } from './token.ts';

applyStoredTheme();
const place = document.querySelector<HTMLElement>('#explorer');
const show = (source: Source): void => {
  if (place !== null) render(<Shell source={source} />, place);
};
if (place?.dataset['site'] === undefined) {
  takeTokenFromUrl();
  shareTokenBetweenTabs(() => location.reload());
  show(serverSource({ project: () => currentRoute().parameters['project'] ?? null, token: currentToken }));
} else onSite((info) => show(siteSource(info)));
