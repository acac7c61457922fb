/**
 * Loaded into a server before its program: measures how long the main thread works without a break, in CPU time. A message asks for the longest time since
 * the last one.
 * It looks at the clock where the loop runs immediates and where it runs timers, with a look for messages in between. A millisecond is between the two, so
 * that an idle server does not spin. What the loop does from one to the other may be several callbacks, so the figure is at most too high.
 */
let longest = 0;
let before = process.threadCpuUsage();

function look(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000);
  before = now;
}
function turn(): void {
  look();
  setImmediate(() => {
    look();
    setTimeout(turn, 0).unref();
  }).unref();
}
turn();
process.on('message', () => {
  look();
  process.send?.(longest);
  longest = 0;
});
process.channel?.unref();
