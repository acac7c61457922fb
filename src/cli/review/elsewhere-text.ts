/** What other repositories use of what changed, as lines of text. */
import type { PlaceElsewhere, UsesElsewhere } from '../../model/review.ts';
import { plural } from '../terminal/quantities.ts';

const changeWords = { gone: 'gone', signature: 'other signature', renamed: 'renamed', moved: 'moved', body: 'changed' };
const maxUses = 50;
const maxPlaces = 5;
const maxNamed = 20;

/** Names and paths are those of the repositories. */
export function elsewhereText({ asked, notAsked, uses }: UsesElsewhere): string[] {
  const unknown = notAskedText(notAsked);
  if (asked.length === 0) return ['used in other repositories: not known', ...unknown];
  const found = uses.length === 0 ? 'nothing' : plural(uses.length, 'definition');
  const lines = [`used in other repositories: ${found} (asked: ${asked.join(', ')})`];
  for (const { change, kind, qualified, path, line, places } of uses.slice(0, maxUses)) {
    const at = change === 'gone' ? path : `${path}:${line}`;
    lines.push(`  ${changeWords[change]}: ${kind} ${qualified} ${at}`);
    for (const [project, own] of Map.groupBy(places, (one) => one.project)) {
      const [{ package: name, range }] = own as [PlaceElsewhere];
      lines.push(`    ${project}, by ${name}${range === null ? '' : ` ${range}`}: ${placesText(own)}`);
    }
  }
  if (uses.length > maxUses) lines.push(`  and ${plural(uses.length - maxUses, 'more definition')}`);
  return [...lines, ...unknown];
}

/** One line with the repositories whose uses are not known, and why. */
export function notAskedText(notAsked: UsesElsewhere['notAsked']): string[] {
  if (notAsked.length === 0) return [];
  const names = notAsked.slice(0, maxNamed).map(({ project, reason }) => `${project} (${reason})`);
  const more = notAsked.length - names.length;
  return [`not asked: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

function placesText(places: readonly PlaceElsewhere[]): string {
  const shown = places
    .slice(0, maxPlaces)
    .map(({ path, line, caller }) => `${path}:${line}${caller === null ? '' : ` in ${caller}`}`);
  const more = places.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${plural(more, 'more place')}` : ''}`;
}
