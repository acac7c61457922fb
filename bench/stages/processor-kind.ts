/**
 * The kind of processor of a measurement: the cost of cache misses and system calls relative to plain work differs from
 * kind to kind.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** By model numbers where the system has them, because virtual machines give different kinds the same name. */
export function processorKind(): string {
  const field = (text: string, name: string): string => new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(text)?.[1] ?? '';
  try {
    const text = readFileSync('/proc/cpuinfo', 'utf8');
    const [vendor, family, model] = ['vendor_id', 'cpu family', 'model'].map((name) => field(text, name));
    if (family !== '') return `${vendor} ${family}/${model}`;
  } catch {
    // A system without this file.
  }
  return cpus()[0]?.model ?? 'unknown';
}
