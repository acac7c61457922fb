/**
 * Loaded into a server before its program: measures how long the main thread works without a break, in CPU time. A message asks for the longest time since
 * the last one.
 * A turn of the event loop may hold several callbacks, so the figure is at most too high.
 */
let longest = 0;
let before = process.threadCpuUsage();

function turn(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000);
  before = now;
  // A break, so that an idle server does not spin.
  setImmediate(() => setTimeout(turn, 0).unref()).unref();
}
turn();
process.on('message', () => {
  turn();
  process.send?.(longest);
  longest = 0;
});
process.channel?.unref();
