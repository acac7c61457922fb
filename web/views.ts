/** The views of the page, by the first part of their URL. */
import { structureViews } from './structure-views.ts';
import type { View } from './view.ts';
import { AdminView } from './views/admin/admin.tsx';
import { adminTitle } from './views/admin/parts.ts';
import { FileView } from './views/file.tsx';
import { Home } from './views/home.tsx';
import { SearchView } from './views/search.tsx';
import { SymbolView } from './views/symbol.tsx';

function shortName(id: string): string {
  return id.slice(id.indexOf('#') + 1).slice(0, 200);
}

export const views: readonly View[] = [
  { name: 'home', label: null, title: () => 'Start', component: Home },
  {
    name: 'symbol',
    label: null,
    title: ({ id = '' }) => shortName(id),
    component: SymbolView,
    isSubject: true,
  },
  {
    name: 'file',
    label: null,
    title: ({ path = '' }) => path.slice(path.lastIndexOf('/') + 1).slice(0, 200),
    component: FileView,
    isSubject: true,
  },
  {
    name: 'search',
    label: 'Search',
    about: 'Find code by a question, by names, or by a text',
    title: ({ q = '' }) => (q === '' ? 'Search' : `“${q.slice(0, 100)}”`),
    component: SearchView,
  },
  ...structureViews,
];

/** For an administrator of the server alone: for all others there is no such view. */
const adminView: View = { name: 'admin', label: null, title: adminTitle, component: AdminView };

export function viewOf(name: string, administers: boolean): View | null {
  if (name === adminView.name) return administers ? adminView : null;
  return views.find((view) => view.name === name) ?? null;
}
