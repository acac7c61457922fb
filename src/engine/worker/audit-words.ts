/** The notes of the audit as somebody reads them, in the terminal and in the explorer: who or what it was about, beside what was done. */
import type { AuditOverview } from '../../team/catalogue/overview.ts';
import { formatBytes } from '../../config/values.ts';

type Names = AuditOverview['names'];
type Detail = Readonly<Record<string, unknown>>;

/** Ids of tokens are shown as the list of tokens shows them. */
const idLetters = 12;

function amount(count: number): string {
  return count.toLocaleString('en');
}

/** The name of what a note has the number of; a number that no name is left of says that. */
function nameIn(detail: Detail, names: Names, field: string): string {
  return names[field] ?? `number ${String(detail[field])}, which was removed`;
}

/** What a grant is of. */
function repositoryIn(detail: Detail, names: Names): string {
  return detail['repository'] === null ? 'all repositories' : nameIn(detail, names, 'repository');
}

function grantText(detail: Detail, names: Names): string {
  return `${nameIn(detail, names, 'principal')}: ${String(detail['may'])} ${repositoryIn(detail, names)}`;
}

function tokenText(detail: Detail, names: Names): string {
  const { id, name, may, repositories, administers } = detail;
  const only = Array.isArray(repositories)
    ? ` only ${names['repositories'] ?? `${amount(repositories.length)} ${repositories.length === 1 ? 'repository' : 'repositories'}`}`
    : '';
  const note = typeof name === 'string' && name !== '' ? `, for “${name}”` : '';
  const what = administers === true ? 'administer' : `${String(may)}${only}`;
  return `${nameIn(detail, names, 'principal')}: ${what}${note}, id ${String(id).slice(0, idLetters)}`;
}

function limitText({ name, most }: Detail): string {
  if (typeof most !== 'number') return `${String(name)}: as usual`;
  return `${String(name)}: ${name === 'store' ? formatBytes(most) : amount(most)}`;
}

/** By what was done. */
const texts: Readonly<Record<string, (detail: Detail, names: Names) => string>> = {
  'principal added': ({ kind, name }) => (kind === 'person' ? String(name) : `${String(kind)}:${String(name)}`),
  'principal removed': (detail, names) => nameIn(detail, names, 'principal'),
  'administrator added': (detail, names) => nameIn(detail, names, 'principal'),
  'administrator removed': (detail, names) => nameIn(detail, names, 'principal'),
  'member added': (detail, names) => `${nameIn(detail, names, 'principal')} to ${nameIn(detail, names, 'group')}`,
  'member removed': (detail, names) => `${nameIn(detail, names, 'principal')} from ${nameIn(detail, names, 'group')}`,
  granted: grantText,
  'grant revoked': grantText,
  'token added': tokenText,
  'token revoked': ({ id }) => `id ${String(id).slice(0, idLetters)}`,
  'repository added': ({ name, url }) => `${String(name)}, from ${String(url)}`,
  'index asked for': (detail, names) => `${nameIn(detail, names, 'repository')}, ${String(detail['ref'])}`,
  'limit set': limitText,
  'catalogue restored': ({ keepsTokens }) => (keepsTokens === true ? 'tokens were kept' : 'all tokens were revoked'),
};

/** `keptPages` as `kept pages`. */
function fieldWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function fieldText(detail: Detail, names: Names, field: string): string {
  const value = detail[field];
  if (value === null || value === '' || value === false) return '';
  const words = fieldWords(field);
  if (['principal', 'group', 'repository'].includes(field)) return nameIn(detail, names, field);
  if (value === true) return words;
  if (Array.isArray(value)) return `${words}: ${value.length === 0 ? 'none' : value.join(', ')}`;
  if (typeof value === 'number') return `${words}: ${amount(value)}`;
  return `${words}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Empty where a note says no more than what was done. */
export function auditWords({ what, detail, names }: Pick<AuditOverview, 'what' | 'detail' | 'names'>): string {
  if (detail === null) return '';
  if (typeof detail !== 'object') return typeof detail === 'string' ? detail : JSON.stringify(detail);
  const given = detail as Detail;
  const text = texts[what];
  if (text !== undefined) return text(given, names);
  const parts = Object.keys(given).map((field) => fieldText(given, names, field));
  return parts.filter((part) => part !== '').join(', ');
}
