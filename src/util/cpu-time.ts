/**
 * Processor time, for limits on work: on a machine that is busy with other things, or was stopped for a while, time goes by without work, and a
 * limit by the clock would give up what is healthy. Limits on waiting (network, git, another process) are by the clock: what is waited for does
 * not use our processor.
 */

const ms = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

export function processCpuMs(): number {
  return ms(process.cpuUsage());
}

/** Of this thread, in steps of some milliseconds; of the whole process, which is never less, where Node (before 23.9) does not tell. */
export function threadCpuMs(): number {
  return typeof process.threadCpuUsage === 'function' ? ms(process.threadCpuUsage()) : processCpuMs();
}
