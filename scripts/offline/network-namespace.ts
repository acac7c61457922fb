/**
 * Starts a program without a network except loopback: in its own network namespace, as far as the machine permits that.
 */
import { spawnSync } from 'node:child_process';

/**
 * Loopback is down in a new namespace. The first of these programs that exists brings it up; perl does it by the system
 * call, on machines with few tools.
 */
export const loopbackCommands: readonly string[] = [
  'ip link set lo up',
  'ifconfig lo up',
  `perl -e 'socket(my $s, 2, 2, 0) or die; my $r = pack("a16 s x22", "lo", 1); ioctl($s, 0x8914, $r) or die'`,
];

export interface NetworkLoss {
  /** The beginning of the command line; empty where no namespace is available. */
  prefix: readonly string[];
  /** How the network is removed, or why no namespace is available. */
  how: string;
}

/**
 * A command line for `unshare`. For a user other than root, a second namespace restores the user, so that files are
 * readable as usual.
 */
function unshareCommand(user: { uid: number; gid: number }, loopback: string): string[] {
  const isRoot = user.uid === 0;
  const asUser = `unshare --user --map-user=${user.uid} --map-group=${user.gid} --`;
  const script = `${loopback} >&2 && exec ${isRoot ? '' : asUser} "$@"`;
  return ['unshare', ...(isRoot ? ['--net'] : ['--map-root-user', '--net']), '--', 'sh', '-c', script, 'sh'];
}

/** Starts a program with this prefix, and checks that it has loopback only. Returns the problem, or null. */
function prefixProblem(prefix: readonly string[]): string | null {
  const [program = '', ...args] = prefix;
  const script = 'console.log(JSON.stringify(Object.keys(os.networkInterfaces())))';
  const probe = spawnSync(program, [...args, process.execPath, '-e', script], { encoding: 'utf8', timeout: 20_000 });
  if (probe.error !== undefined) return probe.error.message;
  if (probe.status !== 0) return probe.stderr.trim().split('\n').at(-1) ?? `it ended with ${probe.status}`;
  return probe.stdout.trim() === '["lo"]' ? null : `it has ${probe.stdout.trim()}`;
}

export function takeNetworkAway(commands: readonly string[] = loopbackCommands): NetworkLoss {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) return { prefix: [], how: 'this system has no namespaces' };
  const user = { uid: getuid.call(process), gid: getgid.call(process) };
  const prefix = unshareCommand(user, `{ ${commands.join(' || ')}; }`);
  const problem = prefixProblem(prefix);
  const how = prefix.slice(0, prefix.indexOf('--')).join(' ');
  return problem === null ? { prefix, how } : { prefix: [], how: `${how}: ${problem}` };
}
