const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether a host, as a URL has it, is this machine: what is sent there needs no TLS. */
export function isOwnMachine(host: string): boolean {
  return loopback.test(host);
}
