/**
 * Which requests the server answers, by language: beside the language's own server nothing should appear twice.
 * Invariant: a setting can only switch requests off and on. None names a file, a folder or a program, so settings that come with a repository do no harm.
 */

export const features = [
  'definition',
  'declaration',
  'typeDefinition',
  'implementation',
  'references',
  'documentSymbol',
  'workspaceSymbol',
  'callHierarchy',
  'typeHierarchy',
  'hover',
  'documentLink',
  'semanticTokens',
  'codeLens',
] as const;
export type Feature = (typeof features)[number];

/** By language id, or `*` for all others. */
export type FeatureSettings = ReadonlyMap<string, ReadonlySet<Feature>>;

const all: ReadonlySet<Feature> = new Set(features);
export const defaultFeatures: FeatureSettings = new Map([['*', all]]);

/** Languages that editors give a name of their own. */
const editorLanguages: ReadonlyMap<string, string> = new Map([
  ['typescriptreact', 'typescript'],
  ['javascriptreact', 'javascript'],
  ['shellscript', 'bash'],
  ['sh', 'bash'],
  ['zsh', 'bash'],
]);

/** The id of Code Scout for a language that an editor names. */
export function languageOf(editorId: string): string {
  return editorLanguages.get(editorId) ?? editorId;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The settings in a value of the client (`{ "features": { "*": true, "typescript": ["codeLens"] } }`); what it does not set stays at its default.
 * `problems`: sentences about what could not be used.
 */
export function readSettings(value: unknown): { features: FeatureSettings; problems: string[] } {
  const problems: string[] = [];
  const given = isObject(value) ? value['features'] : undefined;
  if (given === undefined || given === null) return { features: defaultFeatures, problems };
  if (!isObject(given)) {
    problems.push('codeScout.features must be an object from languages to lists of requests.');
    return { features: defaultFeatures, problems };
  }
  const found = new Map(defaultFeatures);
  for (const [language, wanted] of Object.entries(given)) {
    if (wanted === true || wanted === false) {
      found.set(languageOf(language), wanted ? all : new Set());
      continue;
    }
    const names = Array.isArray(wanted) ? wanted.filter((one) => typeof one === 'string') : null;
    if (names === null) {
      problems.push(`codeScout.features.${language} must be true, false or a list of requests.`);
      continue;
    }
    const unknown = names.filter((name) => !all.has(name as Feature));
    if (unknown.length > 0)
      problems.push(
        `codeScout.features.${language}: ${unknown.slice(0, 5).join(', ')} is not one of ${features.join(', ')}.`,
      );
    found.set(languageOf(language), new Set(names.filter((name) => all.has(name as Feature)) as Feature[]));
  }
  return { features: found, problems };
}

export function isEnabled(settings: FeatureSettings, feature: Feature, language: string | null): boolean {
  const own = language === null ? undefined : settings.get(language);
  return (own ?? settings.get('*') ?? all).has(feature);
}

/** Whether any language has a feature. */
export function isUsed(settings: FeatureSettings, feature: Feature): boolean {
  return [...settings.values()].some((enabled) => enabled.has(feature));
}
