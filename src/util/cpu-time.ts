/**
 * Processor time, for limits on work. On a machine that is busy with other things, or was suspended, time passes without work, and a
 * limit by the clock would stop healthy work. Limits on waiting (network, git, another process) use the clock, since waiting does
 * not use our processor.
 */
const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

export function processCpuMs(): number {
  return ms(process.cpuUsage());
}

/** CPU time of this thread, in steps of some milliseconds. Node before 23.9 does not report it: there, that of the whole process, which is never less. */
export function threadCpuMs(): number {
  return typeof process.threadCpuUsage === 'function' ? ms(process.threadCpuUsage()) : processCpuMs();
}
