/** Which kind of processor a figure was measured on: what a cache or a call of the system costs beside plain work differs from kind to kind. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** By numbers where the system tells them: virtual machines give different kinds one name. */
export function processorKind(): string {
  const field = (text: string, name: string): string => new RegExp(`^${name}\\s*: (.*)$`, 'm').exec(text)?.[1] ?? '';
  try {
    const text = readFileSync('/proc/cpuinfo', 'utf8');
    const [vendor, family, model] = ['vendor_id', 'cpu family', 'model'].map((name) => field(text, name));
    if (family !== '') return `${vendor} ${family}/${model}`;
  } catch {
    // Another system.
  }
  return cpus()[0]?.model ?? 'unknown';
}
