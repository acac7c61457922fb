/**
 * Ends programs that this process has started when this process ends without ending them, as by SIGKILL. A program that waits for ever (git for a pipe
 * in place of an ignore file) would otherwise stay.
 * One small shell per thread does it: it is told of each program, and kills those that are left when its input closes. The shell interprets one constant
 * script, and reads nothing but numbers. Windows ends such programs itself: libuv puts them into a job with this process.
 */
import { spawn, type ChildProcess } from 'node:child_process';

const script = `
live=" "
while read -r sign pid; do
  case $sign in
    +) live="$live$pid " ;;
    -) case $live in *" $pid "*) live="\${live%% $pid *} \${live#* $pid }" ;; esac ;;
  esac
done
for pid in $live; do kill -9 "$pid"; done`;

let guard: ChildProcess | null = null;
/** Whether there is no shell, as in images that contain one program alone. */
let isUnavailable = process.platform === 'win32';

/** To be called as soon as the child is spawned; it is released when it has ended. @param isGroup whether it leads a group, which is ended with it */
export function guardChild(child: ChildProcess, isGroup = false): void {
  const { pid } = child;
  if (pid === undefined) return;
  // `kill` takes a negative number for a group.
  const target = isGroup ? -pid : pid;
  tell(`+ ${target}\n`);
  // Before any other listener: the number may then belong to another process.
  child.prependOnceListener('exit', () => tell(`- ${target}\n`));
}

function tell(line: string): void {
  if (isUnavailable) return;
  guard ??= startGuard();
  guard?.stdin?.write(line);
}

function startGuard(): ChildProcess | null {
  try {
    // A group of its own: Ctrl-C at a terminal goes to the group of this process, and must not end the guard first.
    const child = spawn('/bin/sh', ['-c', script], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {},
      cwd: '/',
      detached: true,
    });
    const lost = (): void => {
      guard = null;
    };
    child.on('error', () => {
      isUnavailable = true;
      lost();
    });
    child.on('exit', lost);
    child.stdin.on('error', lost);
    child.unref();
    // The pipe is a socket with a handle of its own, which would keep this process running.
    (child.stdin as unknown as { unref?: () => void }).unref?.();
    return child;
  } catch {
    return null;
  }
}
