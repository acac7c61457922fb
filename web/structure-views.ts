/** The views of the structure of a project: map, paths, impact, entry points, health. */
import type { View } from './view.ts';

export const structureViews: readonly View[] = [];
