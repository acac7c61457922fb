/** The administration of an organisation's server: its repositories, jobs, nodes, workers and people. Of no repository's code. */
import type { VNode } from 'preact';
import { link } from '../../route.ts';
import type { ViewProps } from '../../view.ts';
import { Jobs } from './jobs.tsx';
import { Overview } from './overview.tsx';
import { partOf, parts } from './parts.ts';
import { Audit, People, Tokens } from './people.tsx';
import { Repositories } from './repositories.tsx';

export function AdminView({ parameters }: ViewProps): VNode {
  const { part } = partOf(parameters);
  return (
    <div class="structure admin">
      <h1>Administration</h1>
      <nav class="tabs" aria-label="Parts of the administration">
        {parts.map((one) => (
          <a
            key={one.part}
            href={link('admin', { part: one.part === 'overview' ? undefined : one.part })}
            aria-current={one.part === part ? 'page' : undefined}
          >
            {one.label}
          </a>
        ))}
      </nav>
      {part === 'overview' ? <Overview /> : null}
      {part === 'repositories' ? <Repositories parameters={parameters} /> : null}
      {part === 'jobs' ? <Jobs parameters={parameters} /> : null}
      {part === 'people' ? <People parameters={parameters} /> : null}
      {part === 'tokens' ? <Tokens parameters={parameters} /> : null}
      {part === 'audit' ? <Audit parameters={parameters} /> : null}
    </div>
  );
}
