/** Links to the projects of a server, each to a view of it alone. */
import type { VNode } from 'preact';
import { useAnswer } from './answer.tsx';
import { link } from './route.ts';

/** @param to a view, with its parameters */
export function ProjectLinks({
  names,
  to: { view, parameters = {} },
}: {
  names: readonly string[];
  to: { view: string; parameters?: Readonly<Record<string, string>> };
}): VNode {
  return (
    <>
      {names.map((name, at) => (
        <span key={name}>
          {at === 0 ? '' : ', '}
          <a href={link(view, { ...parameters, project: name })}>
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </>
  );
}

/** In place of the impact of a change, where all projects are shown. @param of what kind of change */
export function ChooseOfWhich({ of }: { of: string }): VNode {
  const names = useAnswer('projects', {}).answer?.names ?? [];
  return (
    <div class="note">
      <p>
        A change is one of a project. Choose it:{' '}
        <ProjectLinks names={names} to={{ view: 'impact', parameters: { of } }} />. What a change of a symbol reaches is
        asked of all.
      </p>
    </div>
  );
}
