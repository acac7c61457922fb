/** The entry of the explorer's page. */
import { render } from 'preact';
import { currentRoute } from './route.ts';
import { Shell } from './shell.tsx';
import { serverSource } from './source.ts';
import './style.css';
import { currentToken, takeTokenFromUrl } from './token.ts';

takeTokenFromUrl();
const source = serverSource({ project: () => currentRoute().parameters['project'] ?? null, token: currentToken });
const place = document.querySelector('#explorer');
if (place !== null) render(<Shell source={source} />, place);
