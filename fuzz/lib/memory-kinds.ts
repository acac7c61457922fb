/** Says what kind of memory a process has, for a finding that its input alone does not repeat. */
import { existsSync, readFileSync } from 'node:fs';

/** Resident memory of an area of addresses. Its size tells what it is: docs/contributing/fuzzing.md has a table. */
export interface Area {
  /** Address space and resident memory (bytes). */
  size: number;
  resident: number;
  /** The file's name, or what the system calls the area; empty for none. */
  name: string;
}

const smaps = '/proc/self/smaps';
/** How many areas are told. */
const most = 6;

export function inMb(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

/** @param listing the text of `/proc/PID/smaps` @returns areas with resident memory, the most first */
export function areasOf(listing: string): Area[] {
  const areas: Area[] = [];
  for (const line of listing.split('\n')) {
    const head = /^([\da-f]+)-([\da-f]+) \S+ \S+ \S+ \S+ *(.*)$/.exec(line);
    if (head !== null) {
      const [, from = '', to = '', name = ''] = head;
      areas.push({
        size: Number.parseInt(to, 16) - Number.parseInt(from, 16),
        resident: 0,
        name: name.split('/').at(-1) ?? name,
      });
    }
    const resident = /^Rss: +(\d+) kB$/.exec(line)?.[1];
    const last = areas.at(-1);
    if (resident !== undefined && last !== undefined) last.resident = Number(resident) * 1024;
  }
  return areas.filter((area) => area.resident > 0).sort((a, b) => b.resident - a.resident);
}

/** @param before what the thread had before the inputs that run now; null before the first batch */
export function memoryByKind(before: NodeJS.MemoryUsage | null): string {
  const lines: string[] = [];
  if (before !== null) {
    const { rss, heapTotal, external } = before;
    lines.push(
      `before these inputs ${inMb(rss)} MB, of which ${inMb(heapTotal)} MB in V8's heap, and ${inMb(external)} MB that it counts beside its heap`,
    );
  }
  if (existsSync(smaps)) {
    const areas = areasOf(readFileSync(smaps, 'latin1')).slice(0, most);
    const told = areas.map(({ size, resident, name }) => `${inMb(resident)} of ${inMb(size)} ${name}`.trimEnd());
    lines.push(`now in the largest areas, in MB of their address space: ${told.join(', ')}`);
  }
  return lines.join('\n');
}
