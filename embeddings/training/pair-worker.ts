/** Entry of a worker thread that makes the pairs of repositories. */
import { parentPort } from 'node:worker_threads';
import { repositoryPairs, type RepositoryTask } from './repository-pairs.ts';

const port = parentPort;
port?.on('message', (task: RepositoryTask) => {
  void repositoryPairs(task).then((pairs) => port.postMessage(pairs));
});
