/** The first page: what the project is, and where to begin. */
import type { VNode } from 'preact';
import { Answered, useAnswer } from '../answer.tsx';

export function Home(): VNode {
  const asked = useAnswer('project', {});
  return (
    <Answered asked={asked} what="the project">
      {(project) => (
        <>
          <h1>{project.name}</h1>
          <p>
            {project.files.toLocaleString('en')} files, {project.definitions.toLocaleString('en')} definitions
          </p>
        </>
      )}
    </Answered>
  );
}
