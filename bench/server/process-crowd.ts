/**
 * Many processes on one index: servers with a client each, short commands, and servers that end and are killed.
 * Invariant: it knows all its processes, and none of them is left when it is closed.
 */
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../test/faults/program.ts';
import { pick, type Random } from '../../test/faults/random.ts';
import { StdioServer, type ToolAnswer } from '../lib/stdio-server.ts';

export interface CrowdOptions {
  root: string;
  /** The home folder of all processes. */
  home: string;
  entry: string;
  random: Random;
}

export interface Member {
  name: string;
  server: StdioServer;
  /** Last known CPU time (ms). */
  cpu: number;
}

export class ProcessCrowd {
  readonly members: Member[] = [];
  /** Servers that ended without a request. */
  readonly unexpected: string[] = [];
  /** CPU time of members that have ended. */
  cpuOfGone = 0;
  maxMemory = 0;
  started = 0;
  killed = 0;
  ended = 0;
  commands = 0;
  /** How often each process was seen with the store's write lock. */
  readonly writers = new Map<number, number>();
  /** Processes seen with the writer's lease, in order. */
  readonly elections: number[] = [];
  readonly #options: CrowdOptions;
  readonly #leaving = new Set<StdioServer>();

  constructor(options: CrowdOptions) {
    this.#options = options;
  }

  async start(): Promise<Member> {
    const { root, home, entry } = this.#options;
    const server = new StdioServer({ root, entry, env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config') } });
    const member = { name: `server ${++this.started} (${server.pid})`, server, cpu: 0 };
    void server.ended.then(({ code, signal }) => {
      this.#drop(member);
      if (this.#leaving.has(server)) {
        if (code !== 0 && signal !== 'SIGKILL')
          this.unexpected.push(`${member.name} ended with ${code} ${signal}: ${server.errors}`);
      } else this.unexpected.push(`${member.name} ended by itself with ${code} ${signal}: ${server.errors}`);
    });
    await server.open();
    if (!server.hasEnded) this.members.push(member);
    return member;
  }

  #drop(member: Member): void {
    const at = this.members.indexOf(member);
    if (at < 0) return;
    this.members.splice(at, 1);
    this.cpuOfGone += member.cpu;
  }

  kill(member: Member): void {
    this.#leaving.add(member.server);
    this.#drop(member);
    this.killed++;
    member.server.kill();
  }

  /** Closes its input; resolves with the milliseconds until it was gone. */
  async end(member: Member): Promise<number> {
    this.#leaving.add(member.server);
    this.#drop(member);
    this.ended++;
    const began = performance.now();
    await member.server.close();
    return performance.now() - began;
  }

  get any(): Member | null {
    return this.members.length === 0 ? null : pick(this.members, this.#options.random);
  }

  /** The current or last writer. */
  get writer(): Member | null {
    const election = this.elections.at(-1);
    return this.members.find(({ server }) => server.pid === election) ?? null;
  }

  async command(args: readonly string[]): Promise<ToolAnswer> {
    const { root, home, entry } = this.#options;
    this.commands++;
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
    const { code, stdout, stderr } = await run(['--json', ...args], { cwd: root, entry, env });
    try {
      const data = JSON.parse(stdout) as Record<string, unknown>;
      const notes = ((data['notes'] ?? []) as string[]).join('\n');
      const failure = data['error'] as { message?: string } | undefined;
      return {
        text: `${notes}\n${stderr}\n${stdout}`,
        data,
        error: failure === undefined ? null : (failure.message ?? 'failed'),
      };
    } catch {
      return { text: stderr, data: {}, error: `ended with ${code}: ${stderr.slice(0, 500)} ${stdout.slice(0, 200)}` };
    }
  }

  /** Records which process holds which lock now. */
  recordLocks(): void {
    const folder = join(this.#options.root, '.code-scout');
    const inode = (name: string): number => {
      try {
        return statSync(join(folder, name)).ino;
      } catch {
        return -1;
      }
    };
    const [shared, election] = [inode('database.db-shm'), inode('writer.lock')];
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const match = /(\S+)\s+\S+\s+WRITE (-?\d+) \S+:(\d+) (\d+) (\d+|EOF)/.exec(line);
      if (match === null) continue;
      const [pid, file, from, to] = [Number(match[2]), Number(match[3]), match[4], match[5]];
      // The lock that SQLite takes for a writer in WAL mode.
      if (file === shared && from === '120' && to === '120') this.writers.set(pid, (this.writers.get(pid) ?? 0) + 1);
      if (file === election && this.elections.at(-1) !== pid) this.elections.push(pid);
    }
  }

  recordCosts(): void {
    let memory = 0;
    for (const member of this.members) {
      try {
        member.cpu = member.server.cpu();
        memory += member.server.memory();
      } catch {
        // The process has just ended.
      }
    }
    this.maxMemory = Math.max(this.maxMemory, memory);
  }

  /** CPU seconds of all servers. */
  get cpuSeconds(): number {
    return (this.cpuOfGone + this.members.reduce((sum, { cpu }) => sum + cpu, 0)) / 1000;
  }

  /** Processes on this machine that still belong to the project: their command line or working folder names it. */
  leftBehind(): string[] {
    const { root } = this.#options;
    const found: string[] = [];
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        if (command.includes(root) || readlinkSync(`/proc/${name}/cwd`).startsWith(root))
          found.push(`${name} ${command}`);
      } catch {
        // The process has just ended, or belongs to another user.
      }
    }
    return found;
  }
}
