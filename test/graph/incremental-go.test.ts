/**
 * Links after any history of edits equal those of a new index: Go, where the files of a package see each other and
 * types implement interfaces implicitly.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family } from './link-histories.ts';

const use =
  'package use\n\nimport "m/job"\n\ntype held struct{ job.Job }\n\nfunc Use(j *job.Job, h held) {\n\tj.Run(1)\n\tj.Stop()\n\th.Run(2)\n\tjob.Make().Run(3)\n\tjob.Late(j)\n\tvar t job.Timer\n\tt.Stop()\n}\n';
const job =
  'package job\n\ntype Job struct{ n int }\n\nfunc (j *Job) Run(n int) error { return step(j.n) }\n\nfunc step(n int) error { return nil }\n';
const stop = 'package job\n\nfunc (j *Job) Stop() { Late(j); note(Zero) }\n';

const go: Family = {
  places: ['job/moved.go', 'other/other.go', 'job/job_test.go', 'top.go'],
  variants: {
    'go.mod': ['module m\n', 'module n\n'],
    'job/job.go': [
      job,
      // Each variant has one more declaration of some kind.
      `${job}\nfunc Make() *Job { return &Job{} }\n`,
      `${job}\nfunc Late(j *Job) {}\n`,
      `${job}\ntype Timer struct{}\n\nfunc (Timer) Stop() {}\n`,
      `${job}\ntype Timer = Job\n`,
      `${job}\nfunc (j *Job) Stop() {}\n`,
      `${job}\nconst Zero = 0\n`,
      job.replace('Run(n int) error', 'Run(n string) error'),
      job.replace('struct{ n int }', 'struct{ *Base; n int }'),
    ],
    'job/stop.go': [
      stop,
      `${stop}\nfunc note(n int) {}\n`,
      `${stop}\ntype Base struct{}\n\nfunc (Base) Close() {}\n`,
      stop.replace('Stop()', 'Halt()'),
      null,
    ],
    'run/run.go': [
      'package run\n\ntype Runner interface { Run(n int) error }\n\nfunc All(r Runner) { r.Run(1) }\n',
      'package run\n\ntype Runner interface {\n\tRun(n int) error\n\tStop()\n}\n\nfunc All(r Runner) { r.Run(1); r.Stop() }\n',
      'package run\n\nimport "m/job"\n\ntype Stopper interface { Stop() }\n\ntype Runner interface {\n\tStopper\n\tRun(n int) error\n}\n\ntype Also struct{ job.Timer }\n\nfunc All(r Runner) { r.Stop() }\n',
      null,
    ],
    'use/use.go': [
      use,
      use.replace('import "m/job"', 'import . "m/job"').replaceAll('job.', ''),
      use.replace('import "m/job"', 'import job "m/other"'),
    ],
    'other/job.go': [
      'package other\n\ntype Job struct{}\n\nfunc (*Job) Run(n int) error { return nil }\n',
      'package other\n\nimport "m/job"\n\ntype Job = job.Job\n\ntype Closer interface { Close() }\n\nfunc Make() *Job { return nil }\n',
      null,
    ],
  },
};

const late = 'func Late(j *Job) { flush() }\n\nfunc flush() {}\n';

/** Declarations that a package has once for each platform. */
const platforms: Family = {
  places: ['job/late_unix.go', 'job/late_stub.go', 'job/late_aix_test.go', 'other/late_aix.go'],
  variants: {
    'go.mod': ['module m\n'],
    'use/use.go': [use],
    'job/job.go': [job, `${job}\n${late}`, `${job}\nfunc Make() *Job { Late(nil); flush(); return &Job{} }\n`],
    'job/late_linux.go': [
      `package job\n\n${late}`,
      'package job\n\nfunc (j *Job) Stop() { flush() }\n',
      'package job\n\ntype Timer struct{}\n\nfunc (Timer) Stop() {}\n',
      null,
    ],
    'job/late_windows.go': [
      `package job\n\n${late}\nfunc init() {}\n`,
      'package job\n\nfunc (j *Job) Stop() { Late(j) }\n\nfunc init() {}\n',
      'package job\n\ntype Timer struct{ n int }\n\nfunc (t *Timer) Stop() { flush() }\n',
      null,
    ],
    'job/late_other.go': [
      `package job\n\n${late}\nfunc (j *Job) Stop() {}\n\ntype Timer int\n\nfunc (Timer) Stop() {}\n`,
      null,
    ],
  },
};

describe('links after edits in Go', () => {
  it('equal those of a new index where a package declares something for each platform', async () => {
    await expect(playHistories(platforms, 40)).resolves.toBeUndefined();
    expect(await linkCount(platforms)).toBeGreaterThan(6);
  });

  it('equal those of a new index', async () => {
    await expect(playHistories(go, 40)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => {
    expect(await linkCount(go)).toBeGreaterThan(6);
  });
});
