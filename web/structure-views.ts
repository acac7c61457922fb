/** The views of the structure of a project: map, paths, impact, entry points, health. */
import type { View } from './view.ts';
import { EntriesView } from './views/entries.tsx';
import { HealthView } from './views/health.tsx';
import { ImpactView } from './views/impact.tsx';
import { MapView } from './views/map/map.tsx';
import { PathView } from './views/path.tsx';

/** The name in an id, short enough for a title. */
function shortName(id: string): string {
  return id.slice(id.indexOf('#') + 1).slice(0, 80);
}

export const structureViews: readonly View[] = [
  {
    name: 'map',
    label: 'Map',
    about: 'What depends on what, circles of imports, hot spots',
    title: () => 'Map',
    component: MapView,
  },
  {
    name: 'impact',
    label: 'Impact',
    about: 'What a change breaks, and the tests to run',
    title: ({ id, revision, base }) => {
      const of = id === undefined ? (revision ?? base) : shortName(id);
      return of === undefined ? 'Impact' : `Impact of ${of.slice(0, 80)}`;
    },
    component: ImpactView,
  },
  {
    name: 'path',
    label: 'Path',
    about: 'How one symbol leads to another, step by step',
    title: ({ from, to }) =>
      from === undefined || to === undefined ? 'Path' : `${shortName(from)} → ${shortName(to)}`,
    component: PathView,
  },
  {
    name: 'entries',
    label: 'Entry points',
    about: 'Commands, exported API, tests, and what is unused',
    title: ({ part }) => (part === 'unused' ? 'Unused' : 'Entry points'),
    component: EntriesView,
  },
  {
    name: 'health',
    label: 'Health',
    about: 'What the index knows, what it leaves out, how it is used',
    title: () => 'Health',
    component: HealthView,
  },
];
