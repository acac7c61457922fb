/** The entry of the explorer's page. */
import { render } from 'preact';
import { currentRoute } from './route.ts';
import { Shell } from './shell.tsx';
import { serverSource } from './source.ts';
import './style/page.css';
import { applyStoredTheme } from './theme.ts';
import { currentToken, shareTokenBetweenTabs, takeTokenFromUrl } from './token.ts';

takeTokenFromUrl();
shareTokenBetweenTabs(() => location.reload());
applyStoredTheme();
const source = serverSource({ project: () => currentRoute().parameters['project'] ?? null, token: currentToken });
const place = document.querySelector('#explorer');
if (place !== null) render(<Shell source={source} />, place);
