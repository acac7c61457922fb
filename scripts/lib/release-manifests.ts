/** What a release fills in: manifests of package managers, from the templates in packaging/, and its notes. */

export interface Release {
  version: string;
  /** The repository's page, without a slash at its end. */
  repository: string;
  /** SHA-256 in lower case, by the end of a file's name: `linux-x64.tar.gz`. */
  digests: ReadonlyMap<string, string>;
}

/**
 * A template with its places filled: `{{version}}`, `{{repository}}`, `{{sha256 linux-x64.tar.gz}}` and, as winget wants
 * it, `{{SHA256 win32-x64.zip}}` in upper case.
 * @throws Error for a place that the release cannot fill
 */
export function fillTemplate(template: string, { version, repository, digests }: Release): string {
  return template.replaceAll(/\{\{([^{}]*)\}\}/g, (place, name: string) => {
    if (name === 'version') return version;
    if (name === 'repository') return repository;
    const [kind = '', ending = ''] = name.split(' ');
    const digest = digests.get(ending);
    if (kind.toLowerCase() !== 'sha256' || digest === undefined)
      throw new Error(`nothing to fill ${place}: ${[...digests.keys()].join(', ')} have digests`);
    return kind === 'SHA256' ? digest.toUpperCase() : digest;
  });
}

/**
 * The section of a changelog about a version, without its heading.
 * @throws Error where there is none, or an empty one
 */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no section ## [${version}]`);
  return `${notes}\n`;
}
