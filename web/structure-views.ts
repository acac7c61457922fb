/** The views of the structure of a project: map, paths, impact, entry points, health. */
import type { View } from './view.ts';
import { MapView } from './views/map/map.tsx';

export const structureViews: readonly View[] = [
  {
    name: 'map',
    label: 'Map',
    about: 'What depends on what, circles of imports, hot spots',
    title: () => 'Map',
    component: MapView,
  },
];
