/**
 * Watches in a separate process, whose limits tests can set. It sends the events to the parent. For tests only.
 * Arguments: the root, the options as JSON, and `stays` where the process must be kept running.
 */
import { watchTree, type WatchOptions } from '../watch/watch.ts';

const [root, options, stays] = process.argv.slice(2) as [string, string, string?];
const send = (message: unknown): void => void process.send?.(message);
const watcher = watchTree(root, JSON.parse(options) as WatchOptions, send);
await watcher.ready;
send({ state: watcher.state, note: watcher.note });
if (stays === 'stays') process.on('message', () => process.exit());
else process.channel?.unref();
