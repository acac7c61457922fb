/**
 * Watches in a process of its own, which others limit: what it is told goes to the parent. For tests only.
 * Arguments: the root and the options as JSON, and `stays`, where something else keeps the process running.
 */
import { watchTree, type WatchOptions } from '../watch/watch.ts';

const [root, options, stays] = process.argv.slice(2) as [string, string, string?];
const send = (message: unknown): void => void process.send?.(message);
const watcher = watchTree(root, JSON.parse(options) as WatchOptions, send);
await watcher.ready;
send({ state: watcher.state, note: watcher.note });
if (stays === 'stays') process.on('message', () => process.exit());
else process.channel?.unref();
