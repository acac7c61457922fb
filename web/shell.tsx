/** The frame of the page: navigation, the view of the present route, and what floats above it. */
import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { HoverCards } from './code/hover.tsx';
import { commonFolders } from './common-folders.ts';
import { ExplorerContext, useExplorer, type Explorer } from './context.ts';
import { Help } from './help.tsx';
import { focusFirstList, isTyping, moveByArrow } from './keys.ts';
import { Palette } from './palette.tsx';
import { amount } from './parts.tsx';
import { useProject, useServer, type ProjectState, type ServerState } from './project.ts';
import { go, link, useRoute, type Route } from './route.ts';
import type { Source } from './source.ts';
import { allProjects, type ProjectAnswer } from '../src/explorer/contract.ts';
import { useTheme } from './theme.ts';
import { TokenForm } from './token-form.tsx';
import { TrailBar, useTrail, type Trail } from './trail.tsx';
import type { View } from './view.ts';
import { viewOf, views } from './views.ts';

/** How long something is said (ms). */
const saidMs = 4000;

const destinations = views.flatMap(({ name, label, about = '' }) => (label === null ? [] : [{ name, label, about }]));
/** Views whose answers depend on what a reader types: a static site has none of them. */
const typedViews: ReadonlySet<string> = new Set(['search', 'path']);
const destinationsOfSite = destinations.filter(({ name }) => !typedViews.has(name));

type Floating = { what: 'palette'; text: string } | { what: 'help' } | null;

export function Shell({ source }: { source: Source }): VNode {
  const route = useRoute();
  const [generation, setGeneration] = useState(0);
  const server = useServer(source, generation);
  const administers = server?.administers === true;
  const readsNothing = administers && server.names.length === 0;
  const { project, error } = useProject(source, route.parameters['project'], !readsNothing);
  useEffect(() => setGeneration(project?.generation ?? 0), [project?.generation]);
  // An administrator who may read no repository begins where there is something to see.
  const view = viewOf(readsNothing && route.view === 'home' ? 'admin' : route.view, administers);
  const [floating, float] = useState<Floating>(null);
  const [said, say] = useSaid();
  const [theme, nextTheme] = useTheme();
  const openPalette = useCallback((text = '') => float({ what: 'palette', text }), []);
  // A static site is not where the files are. The same text is the same function, so that views are not drawn again.
  const roots = source.site === null && project !== null ? JSON.stringify(rootsOf(project)) : '[]';
  const explorer = useMemo<Explorer>(
    () => ({
      ...{ source, generation, openPalette, say, placeOnDisk: placesBelow(roots) },
      destinations: readsNothing ? [] : source.site === null ? destinations : destinationsOfSite,
    }),
    [source, generation, openPalette, say, roots, readsNothing],
  );
  useWarmPalette(source, project?.generation ?? null, route.parameters['project']);
  const title = view?.title(route.parameters) ?? 'Not found';
  const present = { url: location.hash, title };
  const trail = useTrail(present, view !== null && view.isSubject === true);
  const isFloating = floating !== null;
  useKeys({ isFloating, openPalette, openHelp: () => float({ what: 'help' }), togglePin: trail.togglePin, nextTheme });
  useNewPage(route, title, project?.name ?? null);
  return (
    <ExplorerContext.Provider value={explorer}>
      <a class="skip" href="#main" onClick={skipToMain}>
        To the content
      </a>
      <Bar
        route={route}
        state={{ project, error: readsNothing ? null : error }}
        server={server}
        theme={theme}
        nextTheme={nextTheme}
        openPalette={openPalette}
        openHelp={() => float({ what: 'help' })}
      />
      <TrailBar trail={trail} present={present} />
      <main id="main" tabIndex={-1} class={`view-${view?.name ?? 'none'}`}>
        {view?.name === 'home' ? null : <NotAsked project={project} />}
        {error?.reason === 'token' ? (
          <TokenForm error={error} />
        ) : server === null && route.view === 'admin' ? null : (
          <Present view={view} route={route} trail={trail} />
        )}
      </main>
      <HoverCards />
      {floating?.what === 'palette' ? <Palette text={floating.text} trail={trail} close={() => float(null)} /> : null}
      {floating?.what === 'help' ? <Help close={() => float(null)} /> : null}
      <div class="said" role="status">
        {said}
      </div>
    </ExplorerContext.Provider>
  );
}

type Root = readonly [beginning: string, root: string];

/** What the paths of a project, or of each of several, begin with, and where that is. */
function rootsOf({ root, together }: ProjectAnswer): Root[] {
  const all = together?.asked.map(({ name, root: ofPart }): Root => [`${name}/`, ofPart]) ?? [['', root] as const];
  // A node of an organisation's server is not where the files of its readers are.
  return all.filter(([, place]) => place !== '');
}

function placesBelow(roots: string): Explorer['placeOnDisk'] {
  const all = (JSON.parse(roots) as Root[]).toSorted((a, b) => b[0].length - a[0].length);
  return (path) => {
    const found = all.find(([beginning]) => path.startsWith(beginning));
    if (found === undefined) return null;
    return `${found[1].replaceAll('\\', '/').replace(/\/$/, '')}/${path.slice(found[0].length)}`;
  };
}

/** Asks the palette's question once before anybody types, and again for another state of the index: the server reads its names meanwhile. */
function useWarmPalette(source: Source, generation: number | null, project: string | undefined): void {
  useEffect(() => {
    if (!source.isLive || generation === null) return;
    const controller = new AbortController();
    // After the view's own questions. That it fails matters to nobody: the palette says so itself.
    const timer = setTimeout(() => void source.get('palette', { q: '' }, controller.signal).catch(() => null), 300);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, generation, project]);
}

/** A hash is a state of this page, so that an ordinary link to an anchor would leave it. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function Present({ view, route, trail }: { view: View | null; route: Route; trail: Trail }): VNode {
  if (view === null) {
    return (
      <div class="page">
        <h1>Not found</h1>
        <p>
          There is no view <bdi>{route.view.slice(0, 100)}</bdi>. Press <kbd>/</kbd> to find something.
        </p>
      </div>
    );
  }
  return <view.component parameters={route.parameters} pin={view.isSubject === true ? trail : null} />;
}

/** Which of several projects no answer is about. The first view says it by itself. */
function NotAsked({ project }: { project: ProjectAnswer | null }): VNode | null {
  const notAsked = project?.together?.notAsked ?? [];
  if (notAsked.length === 0) return null;
  return (
    <p class="note not-asked">
      Not asked: <bdi>{notAsked.map(({ name, reason }) => `${name} (${reason})`).join(', ')}</bdi>.
    </p>
  );
}

interface BarProps {
  route: Route;
  state: ProjectState;
  server: ServerState | null;
  theme: string;
  nextTheme: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

function Bar({ route, state, server, theme, nextTheme, openPalette, openHelp }: BarProps): VNode {
  const { names, administers } = server ?? { names: [], administers: false };
  const { destinations: shown } = useExplorer();
  return (
    <header class="bar">
      <a class="brand" href={link('home')}>
        <bdi>{names.length > 1 ? 'Code Scout' : (state.project?.name ?? 'Code Scout')}</bdi>
      </a>
      {names.length > 1 ? <Projects names={names} present={route.parameters['project']} /> : null}
      <nav aria-label="Views">
        {shown.map(({ name, label }) => (
          <a key={name} href={link(name)} aria-current={name === route.view ? 'page' : undefined}>
            {label}
          </a>
        ))}
        {administers ? (
          <a href={link('admin')} aria-current={route.view === 'admin' ? 'page' : undefined}>
            Admin
          </a>
        ) : null}
      </nav>
      {shown.length === 0 ? (
        <span class="find-none" />
      ) : (
        <button type="button" class="find" onClick={() => openPalette()}>
          <span>Find anything</span>
          <kbd>/</kbd>
        </button>
      )}
      <State state={state} />
      <button
        type="button"
        class="icon"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme} (t)`}
        onClick={nextTheme}
      >
        <span aria-hidden="true">{theme === 'system' ? '◐' : theme === 'light' ? '○' : '●'}</span>
      </button>
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={openHelp}>
        <span aria-hidden="true">?</span>
      </button>
    </header>
  );
}

/** Chooses among the projects of the server. */
function Projects({ names, present }: { names: readonly string[]; present: string | undefined }): VNode {
  const beginning = commonFolders(names);
  return (
    <select
      class="projects"
      aria-label="Project"
      title={present ?? names[0]}
      value={present ?? names[0]}
      onChange={(event) => go(link('home', { project: event.currentTarget.value }))}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {name.slice(beginning.length)}
        </option>
      ))}
      <option value={allProjects}>All {names.length} together</option>
    </select>
  );
}

/** What the index is doing, where that concerns the reader. */
function State({ state: { project, error } }: { state: ProjectState }): VNode | null {
  if (error?.reason === 'gone') return <span class="state bad">Disconnected</span>;
  if (project === null) return null;
  if (project.progress !== null) {
    const { done, known } = project.progress;
    return (
      <span class="state" role="status">
        Indexing{known > 0 ? ` ${amount(done)} of ${amount(known)}` : ''}
      </span>
    );
  }
  if (project.status === 'failed') return <span class="state bad">Indexing failed</span>;
  return null;
}

/** What is said to the reader, for a few seconds. */
function useSaid(): [string, (text: string) => void] {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), saidMs);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid];
}

/** Title, focus and scroll of another state. The first state of the page keeps the focus where the browser has it. */
function useNewPage({ view, parameters }: Route, title: string, project: string | null): void {
  const isFirst = useRef(true);
  const subject = `${view} ${parameters['id'] ?? ''} ${parameters['path'] ?? ''}`;
  useEffect(() => {
    document.title = `${title} – ${project ?? 'Code Scout'}`;
  }, [title, project]);
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [subject]);
}

interface KeyActions {
  isFloating: boolean;
  openPalette: () => void;
  openHelp: () => void;
  togglePin: () => void;
  nextTheme: () => void;
}

function useKeys(actions: KeyActions): void {
  const present = useRef(actions);
  present.current = actions;
  useEffect(() => {
    let before = '';
    const key = (event: KeyboardEvent): void => {
      const { isFloating, openPalette, openHelp, togglePin, nextTheme } = present.current;
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (isFloating || event.defaultPrevented) return;
      const plain: Readonly<Record<string, () => void>> = {
        '/': () => openPalette(),
        '?': openHelp,
        p: togglePin,
        t: nextTheme,
      };
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      const action = isPalette ? () => openPalette() : isModified || isTyping(event) ? undefined : plain[event.key];
      const isHome = before === 'g' && event.key === 'h' && !isTyping(event);
      before = event.key;
      if (isHome) go(link('home'));
      else if (action !== undefined) {
        event.preventDefault();
        action();
      } else if (moveByArrow(event) || (event.key === 'ArrowDown' && isNowhere() && !isModified && focusFirstList()))
        event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
}

/** Whether no part of the page has the focus. */
function isNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'main';
}
