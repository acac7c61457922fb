/** The frame of the page: navigation, the view of the present route, and what floats above it. */
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ExplorerContext, type Explorer } from './context.ts';
import { link, useRoute } from './route.ts';
import type { Source } from './source.ts';
import { viewOf, views } from './views.ts';

export function Shell({ source }: { source: Source }): VNode {
  const route = useRoute();
  const view = viewOf(route.view);
  const [said, say] = useState('');
  const explorer = useMemo<Explorer>(
    () => ({ source, generation: 0, openPalette: () => {}, say, root: null }),
    [source],
  );
  const title = view?.title(route.parameters) ?? 'Not found';
  useEffect(() => {
    document.title = `${title} – Code Scout`;
  }, [title]);
  return (
    <ExplorerContext.Provider value={explorer}>
      <header class="bar">
        <a class="brand" href={link('home')}>
          Code Scout
        </a>
        <nav aria-label="Views">
          {views
            .filter(({ label }) => label !== null)
            .map(({ name, label }) => (
              <a key={name} href={link(name)} aria-current={name === route.view ? 'page' : undefined}>
                {label}
              </a>
            ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {view === null ? <p>There is no view {route.view}.</p> : <view.component parameters={route.parameters} />}
      </main>
      <div class="said" role="status">
        {said}
      </div>
    </ExplorerContext.Provider>
  );
}
