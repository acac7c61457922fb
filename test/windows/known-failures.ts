import type { KnownFailure } from './judge.ts';

const noLinks = 'Wine makes no symbolic links: a link that it says it made is not there';
const noScripts = 'the git that Wine has comes without scripts of a shell, and runs none';
const noFingerprint = 'a tree has no fingerprint on Windows: it is walked';
const noUnixPrograms = 'it starts programs of Unix (bash, script, mkfifo)';
const unixPaths = 'its root is a path of Unix, which is not absolute on Windows';
const coarseClock = 'the CPU time of a process is counted in steps of 10 ms, too coarse for a ratio of costs';
const noCaseRenames =
  'Wine renames nothing where the names differ in case alone, though it finds names whatever their case';
const forgottenFolder =
  'after a git has ended, Wine reports no edits below a folder that it had open, until somebody lists the folder';
const noModes = 'Windows has no file modes';
const openFiles = 'Windows neither removes nor renames what is open, or has something open in it';
const noSignals = 'Node ends a process at once on Windows, whatever the signal: no Ctrl-C can be sent';

/** Several tests of one file with one reason. */
function failures(
  file: string,
  reason: string,
  tests: readonly string[],
  more: Partial<KnownFailure> = {},
): KnownFailure[] {
  return tests.map((test) => ({ file, test, reason, ...more }));
}

const sometimes = { sometimes: true } as const;

export const knownFailures: readonly KnownFailure[] = [
  ...failures('src/config/load.test.ts', noLinks, [
    'a project’s file is not trusted with the database at link/a.db',
    'a project’s file is not trusted with the database at dangling.db',
    'a project’s file is not trusted is not read through a link, nor waited for',
    'a project’s file is not trusted does not move the default index through a link',
    'a project’s file is not trusted names a file in the place of the index’s folder',
  ]),
  ...failures('src/util/paths/root-names.test.ts', noLinks, [
    'a root that was opened as real/project is found in *',
    'a root that was opened as link is found in *',
    'a root that was opened as above/project is found in *',
  ]),
  ...failures('src/tools/chunk-text/inputs.test.ts', noLinks, ['BASE/link/*']),
  ...failures('src/tools/read-file/tool.test.ts', noLinks, [
    'read_file says that a file is empty, and where a link leads',
  ]),
  ...failures('test/e2e/cli.test.ts', noLinks, [
    'a command that is wrong does not write through a symbolic link of the project',
  ]),

  ...failures('src/tools/chunk-text/inputs.test.ts', 'a backslash separates on Windows', [
    String.raw`caf\xe9 is the prefix "caf\\xe9"`,
  ]),
  ...failures('src/tools/read-file/tool.test.ts', 'a path with `:` is refused on Windows, in other words', [
    'read_file refuses {"file_path":"near/too.txt:2-4"}',
  ]),
  ...failures('src/tools/search-code/tool.test.ts', unixPaths, [
    'search_code takes globs with commas between them, and from the root of the machine',
  ]),
  ...failures('src/tools/search-repo/tool.test.ts', unixPaths, ['search_repo passes exact filters to the engine']),

  ...failures('src/tools/list-directory/tool.test.ts', noUnixPrograms, ['(file)']),
  ...failures('test/e2e/cli.test.ts', noUnixPrograms, [
    'files ends silently when the reader of its output goes away',
    'on a terminal folds tables to its width',
    'on a terminal shows a progress bar on one line, and removes it at the end',
  ]),
  ...failures('test/e2e/cli.test.ts', 'Windows does not permit such a name', [
    'files escapes names that would move the cursor',
  ]),
  ...failures('test/e2e/cli.test.ts', noSignals, [
    'Ctrl-C ends the run and keeps what was done, and the next run does the rest',
  ]),

  ...failures('test/e2e/mcp-lifecycle.test.ts', noSignals, ['the end of the server comes by itself after SIG*']),
  ...failures('test/e2e/mcp-lifecycle.test.ts', 'the cache is in LOCALAPPDATA, and Windows has no file modes', [
    'a server writes outside the project only a compile cache that belongs to the user alone',
  ]),
  ...failures(
    'test/e2e/mcp-lifecycle.test.ts',
    'it loads the sources, which takes Wine a minute on a busy machine',
    ['standard output contains only messages, whatever other code prints'],
    sometimes,
  ),
  ...failures('test/e2e/mcp-tools.test.ts', noLinks, ['code-scout_index follows a symbolic link to the project']),

  ...failures('test/graph/compiler-tier.test.ts', 'Wine does not answer on the pipe of the TypeScript compiler', ['*']),
  ...failures('src/mcp/engine-pool.test.ts', noLinks, [
    'another path belongs to the project around it, through links too',
  ]),
  ...failures('src/engine/files/chunk-answers.test.ts', noLinks, [
    'chunks of a file are refused for files that are never read',
  ]),
  ...failures('src/engine/other-root-names.test.ts', noLinks, [
    'a project that is opened as real accepts paths that begin with link',
  ]),
  ...failures(
    'src/engine/phases/one-union.test.ts',
    'it asks a thousand questions, each of which starts ripgrep: on a busy machine that takes Wine longer than its ten minutes',
    ['answers as one union, with embeddings: off', 'ends a search for a common text early, and answers as one union'],
    sometimes,
  ),
  ...failures('src/engine/processes/index-owner.test.ts', noLinks, [
    'the same project by another path, and a project that was moved with its index, keep the index',
  ]),
  ...['false', 'true'].flatMap((trigrams) => [
    ...failures('src/engine/text/text-search.test.ts', 'a backslash separates on Windows', [
      `text search, with trigrams: ${trigrams} finds text with any line ends, encoding and file name`,
    ]),
  ]),
  ...failures('src/engine/usage/usage-recorder.test.ts', openFiles, [
    'counts that cannot be written go to a new file if the old one was removed',
  ]),
  ...failures('src/source/read/confined-file.test.ts', noLinks, [
    ...['linux', 'darwin'].flatMap((platform) => [
      ...['link.ts', 'folder/app.ts', 'self/self/folder'].map((path) => `as on ${platform} opens "${path}"`),
      ...['out', 'nowhere', 'folder/none.ts', 'secret.txt'].map((path) => `as on ${platform} refuses "${path}"`),
    ]),
    'accepts the root by any of its names',
  ]),
  ...failures('src/source/walk/other-spellings.test.ts', noCaseRenames, [
    'a name whose spelling changes while it is watched leads to a rescan, after which there is one: user.ts, User.ts',
    'a name whose spelling changes while it is watched leads to a rescan, after which there is one: src, Src',
  ]),
  ...failures(
    'test/plugins/crashing-parsers.test.ts',
    'its parser ends its process by SIGSEGV, which Windows does not have',
    [
      'a command ends once because of a file among *',
      'a server skips the file, whether it existed before or comes later',
    ],
  ),
  ...failures('test/plugins/example-plugin.test.ts', 'it packs by npm, which is a script on Windows', ['(file)']),
  ...failures('src/store/sqlite/file/header.test.ts', openFiles, ['is that of the present file at the path']),
  ...failures(
    'src/http/listener.test.ts',
    'Windows drops what has come and is not read yet when a connection is reset',
    [
      'a server with one token a slow client that sends *',
      'a server with senders of its own a slow client that sends *',
    ],
    sometimes,
  ),
  ...failures(
    'test/e2e/http-access.test.ts',
    'Windows drops what has come and is not read yet when a connection is reset',
    ['serve --http under attack re*'],
    sometimes,
  ),
  ...failures('test/processes/processes.test.ts', 'it reads /proc of Linux', [
    'a server gives correct answers with every tool while files change',
    'after a switch of the branch under a server, no answer is about the old branch',
  ]),
  ...failures(
    'test/e2e/lost-index.test.ts',
    'a removed file stays in Wine until nobody has it open, which on a busy machine lasts',
    ['a server whose index is lost makes a new one: emptied'],
    sometimes,
  ),
  ...failures('test/e2e/logs.test.ts', openFiles, [
    'indexing runs of a server are logged where they changed something',
    'indexing runs of a server are logged by default where they failed',
  ]),
  ...failures('test/e2e/lost-index.test.ts', openFiles, [
    'a server whose index is lost makes a new one: removed with its folder',
    'a server whose index is lost makes a new one: removed alone',
    'a server whose index is lost makes a new one: removed together with the project, which is then restored',
    'a server whose index is lost makes none outside of the project, where a link took the place of its folder',
    'a server whose index is lost makes none where the project no longer exists',
  ]),
  ...failures('src/cli/projects/asked-projects.test.ts', noLinks, [
    '--workspace says that a link in a circle cannot be opened',
    'the workspace of the settings is the file that a link from outside leads to',
  ]),
  ...failures('src/cli/help/completion.test.ts', noUnixPrograms, [
    'is tested in at least one shell',
    'runs in *',
    'bash *',
  ]),
  ...failures('src/cli/setup/plan.test.ts', noLinks, [
    'files as they are found follows links*',
    'files as they are found follows no link of a project out of it: *',
    'files as they are found does not write through a folder that became a link out of the project after it was read',
  ]),
  ...failures('src/cli/setup/plan.test.ts', noModes, [
    'files as they are found makes new files of the user readable by the user alone',
  ]),
  ...failures('src/runtime/limited-program.test.ts', 'Windows does not tell a killed process from one that has ended', [
    'says that one was killed by somebody else',
  ]),
  ...failures('src/runtime/side-process.test.ts', noSignals, [
    'a thread in a side process is not affected by signals that a terminal sends to all processes',
  ]),
  ...failures('test/e2e/http-access.test.ts', noSignals, ['the end of the server *']),
  ...failures('test/e2e/file-tools.test.ts', 'Wine finds no real path of more than 260 characters', [
    'an unusual file name is read: "odd/nnn*',
  ]),
  ...failures('test/e2e/file-tools.test.ts', noLinks, [
    'a tree that changes during a call never shows the target of a symbolic link',
    'on the command line refuses a symbolic link to a path outside of the project, as the server does',
  ]),
  ...failures('src/source/fingerprint/fingerprint.test.ts', noFingerprint, ['*']),
  ...failures('src/indexer/stored-fingerprint.test.ts', noFingerprint, [
    'is recognised by its fingerprint, and every change is found',
    'gets another fingerprint if a folder is new, even if no file has changed',
    'is walked if the answers of git change, even if no file has changed',
  ]),
  ...failures('src/engine/live/watch-updates.test.ts', forgottenFolder, [
    'an answer after an edit has the files of another branch',
    'an answer after an edit finds text and tags in files that were just written',
  ]),
  ...failures('src/source/project-root.test.ts', noLinks, [
    'a link is followed to the project it leads to, and a real repository is one',
  ]),
  ...failures('src/source/ignore/confined-rules.test.ts', noScripts, ['submodules have their own rules']),
  ...failures('src/source/walk/git-walk.test.ts', noLinks, [
    'a git work tree a folder that became a link is not followed',
  ]),
  ...failures('src/source/walk/git-walk.test.ts', noUnixPrograms, [
    'a git work tree a tracked file that became a pipe or a folder',
  ]),
  ...failures('src/source/walk/git-walk.test.ts', noScripts, [
    'a git work tree submodules are part of the project, including their untracked files',
    'a hostile repository runs none of its programs',
  ]),
  ...['git', 'our own walk'].flatMap((way) => [
    ...failures('src/source/walk/walk.test.ts', 'Windows does not permit such a name', [
      `${way} keeps odd names unchanged`,
      `${way} keeps names that are not UTF-8`,
    ]),
    ...failures('src/source/walk/walk.test.ts', noUnixPrograms, [
      `${way} pipes and sockets do not block it`,
      `${way} a pipe or a link with the name of a rule file is not a rule file`,
    ]),
    ...failures('src/source/walk/walk.test.ts', noLinks, [`${way} leaves out by name, kind and size, with the reason`]),
    ...failures('src/source/walk/walk.test.ts', noModes, [`${way} folders that may not be read are left out`]),
  ]),
  ...failures('src/source/read/read-source.test.ts', noLinks, [
    'a file that was read before is read again if another file replaced it, and left out if none did',
    'left out a link in place of the file or of a folder, wherever it leads',
  ]),
  ...failures('src/source/read/read-source.test.ts', noUnixPrograms, [
    'left out pipes, sockets and devices, without waiting for them',
  ]),
  ...failures('src/source/read/read-source.test.ts', noModes, ['left out a file that may not be read']),
  ...failures('src/source/read/read-source.test.ts', 'Windows does not permit such a name', ['names of any bytes']),
  ...failures('src/source/watch/watch-git.test.ts', noScripts, ['reports files of a submodule']),
  ...failures(
    'src/source/watch/watch-git.test.ts',
    'on a busy machine more happens during a clone than Windows keeps for a watcher: the rescan is then for that reason',
    ['asks for a rescan after a repository that appears (native)'],
    sometimes,
  ),
  ...failures('src/source/git/git-folders.test.ts', noLinks, ['a `.git` above where a link leads']),
  ...failures('src/source/git/git-command.test.ts', noUnixPrograms, [
    'only absolute folders outside the root are searched',
    'a git that hangs is ended',
    'a git that hangs over the names of a folder is not asked for them again',
    'cancelling ends it',
  ]),
  ...failures('src/source/git/git-diff.test.ts', noScripts, [
    'the working tree shows links, permissions and submodules, but not other repositories',
    'runs nothing that the repository names',
  ]),
  ...failures('src/source/git/git-diff.test.ts', 'Windows does not permit such a name', [
    'the working tree returns names unchanged, whatever characters they contain',
  ]),
  ...failures('src/source/git/git-mirror.test.ts', noUnixPrograms, [
    'a mirror ends a fetch while it gets too large, and leaves nothing of it',
  ]),
  ...failures(
    'src/source/watch/watch-random.test.ts',
    'on a busy machine Wine is slow with files, so that polls come seldom, and it may not tell what is in a folder just made',
    ['seed 1, native, git: false', 'seed 3, native, git: false', 'seed 5, polling, git: false'],
    sometimes,
  ),
  ...failures(
    'src/engine/embedding/embedding.test.ts',
    'on a busy machine it takes Wine longer than an answer waits',
    ['search by meaning, indexing thread reads files again that have changed on disk, and drops those that are gone'],
    sometimes,
  ),

  ...failures(
    'src/store/sqlite/usage-store.test.ts',
    'Windows has no file modes, and renames no open file; Wine makes no symbolic links',
    [
      'the file is private, whether it is new or existed before',
      'the file is noticed to be removed or replaced',
      'the file that is a link is left alone',
      'can be read in a read-only folder, and says why it cannot be written',
    ],
  ),

  ...failures('src/store/sqlite/processes/index-requests.test.ts', openFiles, ['the file is created again if *']),
  ...failures('src/store/sqlite/processes/index-requests.test.ts', noLinks, ['the file is left alone if it is a link']),
  ...failures('src/store/sqlite/processes/writer-lock.test.ts', noLinks, [
    'within one process is the same for all paths to the index',
    'an unusable lock file is left alone: a link to *',
  ]),
  ...failures('src/store/sqlite/processes/writer-lock.test.ts', openFiles, [
    'within one process is no longer held if its file was *',
  ]),
  ...failures('src/store/sqlite/processes/processes.test.ts', noModes, ['a read-only folder is named in the error *']),
  ...failures('src/store/processes/writer-election.test.ts', openFiles, [
    'a candidate continues if its folder is emptied',
  ]),
  ...failures(
    'src/store/sqlite/file/faults.test.ts',
    'Linux’s disk under Wine gives a number to files again, NTFS does not',
    ['damaged pages are noted of the file that has them, and of no other'],
    sometimes,
  ),

  ...failures('src/util/testing/growth.test.ts', coarseClock, ['*'], sometimes),
  ...failures(
    'src/util/words/type-arguments.test.ts',
    coarseClock,
    ['*time that grows with the text alone'],
    sometimes,
  ),
  ...failures(
    'src/languages/c/macros.test.ts',
    coarseClock,
    ['blankMacros keeps length and lines in linear time *'],
    sometimes,
  ),
  ...failures(
    'src/languages/components/embedded.test.ts',
    coarseClock,
    ['embeddedProgram takes linear time *'],
    sometimes,
  ),
  ...failures(
    'src/languages/rust/offered-macros.test.ts',
    coarseClock,
    ['itemMacrosOf reads many repetitions *'],
    sometimes,
  ),
  ...failures('src/extract/component.test.ts', coarseClock, ['reads thousands of *'], sometimes),
  ...failures(
    'src/extract/extract.test.ts',
    coarseClock,
    ['a file that the fast parser refuses is read at a cost that grows linearly *'],
    sometimes,
  ),
  ...failures(
    'src/languages/typescript/resolution/module-resolver.test.ts',
    coarseClock,
    ['any input stays fast on hostile configs'],
    sometimes,
  ),
];
