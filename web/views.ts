/** The views of the page, by the first part of their URL. */
import type { FunctionComponent } from 'preact';
import type { Route } from './route.ts';
import { structureViews } from './structure-views.ts';
import { Home } from './views/home.tsx';

export interface ViewProps {
  parameters: Route['parameters'];
}

export interface View {
  /** The first part of its URLs. */
  name: string;
  /** Its name in the navigation; null for a view that has no state without a subject. */
  label: string | null;
  /** The title of a state: `compose – Code Scout`, and in the trail. */
  title: (parameters: Route['parameters']) => string;
  component: FunctionComponent<ViewProps>;
}

export const views: readonly View[] = [
  { name: 'home', label: null, title: () => 'Start', component: Home },
  ...structureViews,
];

export function viewOf(name: string): View | null {
  return views.find((view) => view.name === name) ?? null;
}
