/** The first page: what the project is, and where to begin. */
import type { VNode } from 'preact';
import { Answered, useAnswer } from '../answer.tsx';
import { useExplorer } from '../context.ts';
import { amount, counted } from '../parts.tsx';
import { ProjectLinks } from '../project-links.tsx';
import { link } from '../route.ts';
import type { ProjectAnswer, SiteInfo } from '../../src/explorer/contract.ts';

const languagesShown = 6;

export function Home(): VNode {
  const { openPalette, destinations, source } = useExplorer();
  const asked = useAnswer('project', {});
  return (
    <div class="page home">
      <Answered asked={asked} what="the project">
        {(project) => (
          <>
            <h1>
              <bdi>{project.name}</bdi>
            </h1>
            <p class="lead">
              {counted(project.files, 'file')}, {counted(project.definitions, 'definition')}
              {whenOf(project)}
            </p>
            <Languages project={project} />
            {project.together === undefined ? null : <Together together={project.together} />}
            {source.site === null ? null : <AboutSite site={source.site} />}
            {project.notice === null ? null : <p class="note">{project.notice}</p>}
            <button type="button" class="start" onClick={() => openPalette()}>
              <span>
                {source.site === null ? 'Find a symbol, a file, words, or a path: a -> b' : 'Find a symbol or a file'}
              </span>
              <kbd>/</kbd>
            </button>
            <nav aria-label="Where to begin">
              <ul class="tiles" data-list>
                {destinations.map(({ name, label, about }) => (
                  <li key={name}>
                    <a href={link(name)}>
                      <strong>{label}</strong>
                      <span>{about}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </>
        )}
      </Answered>
    </div>
  );
}

/** Which projects are asked together, each a link to it alone, and which cannot be. */
function Together({ together: { asked, notAsked } }: { together: NonNullable<ProjectAnswer['together']> }): VNode {
  return (
    <div class="note">
      <p>
        Paths begin with the name of a project:{' '}
        <ProjectLinks names={asked.map(({ name }) => name)} to={{ view: 'home' }} />.
      </p>
      {notAsked.length === 0 ? null : (
        <p>
          Not asked: <bdi>{notAsked.map(({ name, reason }) => `${name} (${reason})`).join(', ')}</bdi>.
        </p>
      )}
    </div>
  );
}

/** What of the project is in a static site. */
function AboutSite({ site: { commit, range, symbols, files } }: { site: SiteInfo }): VNode {
  return (
    <div class="note">
      <p>
        A static site of {amount(files.inSite)} of {counted(files.total, 'file')} and {amount(symbols.inSite)} of{' '}
        {counted(symbols.total, 'definition')}
        {commit === null ? '.' : ', made at '}
        {commit === null ? null : (
          <>
            <code>{commit.id.slice(0, 10)}</code> <bdi>{commit.subject.slice(0, 200)}</bdi>.
          </>
        )}
      </p>
      <p>
        Press <kbd>/</kbd> to find a symbol or a file of it by its name. Paths, searches by words and filters need the
        project itself: <code>code-scout open</code>. The map shows one unfolded folder at a time.
      </p>
      {range === null ? null : (
        <p>
          <a href={link('impact', { of: 'range', revision: range })}>
            Impact of <bdi>{range}</bdi>
          </a>
        </p>
      )}
    </div>
  );
}

function Languages({ project: { languages, files } }: { project: ProjectAnswer }): VNode | null {
  if (files === 0) return null;
  const shown = languages.slice(0, languagesShown);
  const rest = files - shown.reduce((sum, one) => sum + one.files, 0);
  return (
    <div class="languages">
      <div class="shares" aria-hidden="true">
        {shown.map(({ id, files: count }, at) => (
          <span key={id} class={`share-${at}`} style={{ flexGrow: String(count) }} />
        ))}
        {rest > 0 ? <span class="share-rest" style={{ flexGrow: String(rest) }} /> : null}
      </div>
      <ul>
        {shown.map(({ id, files: count }, at) => (
          <li key={id}>
            <i class={`share-${at}`} aria-hidden="true" /> {id} <span class="quiet">{amount(count)}</span>
          </li>
        ))}
        {rest > 0 ? (
          <li>
            <i class="share-rest" aria-hidden="true" /> others <span class="quiet">{amount(rest)}</span>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** `3 minutes ago`. */
function ago(time: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const units: readonly [string, number][] = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  for (const [unit, size] of units) if (seconds >= size) return `${counted(Math.floor(seconds / size), unit)} ago`;
  return 'just now';
}

function whenOf({ commit, lastIndexed }: ProjectAnswer): string {
  if (commit !== undefined) return `, at ${commit}`;
  return lastIndexed === null ? '' : `, indexed ${ago(lastIndexed)}`;
}
