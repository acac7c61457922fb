/** The views of the structure of a project: map, paths, impact, entry points, health. */
import type { View } from './views.ts';

export const structureViews: readonly View[] = [];
