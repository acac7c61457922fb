/** The parts of the administration, by the parameter `part` of its URL. */
import type { Route } from '../../route.ts';

export const parts = [
  { part: 'overview', label: 'Overview' },
  { part: 'repositories', label: 'Repositories' },
  { part: 'jobs', label: 'Jobs' },
  { part: 'people', label: 'People' },
  { part: 'tokens', label: 'Tokens' },
  { part: 'audit', label: 'Audit' },
] as const;
export type Part = (typeof parts)[number]['part'];

export function partOf(parameters: Route['parameters']): (typeof parts)[number] {
  return parts.find(({ part }) => part === parameters['part']) ?? parts[0];
}

export function adminTitle(parameters: Route['parameters']): string {
  const { part, label } = partOf(parameters);
  return part === 'overview' ? 'Administration' : `${label} – Administration`;
}
