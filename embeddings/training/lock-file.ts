/**
 * `embeddings/training.lock.json`: the repositories that the model learns from, with their commits and licences.
 * Invariant: a repository is added only if the licence file at its commit is one of the permissive licences known here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { findGitDirectory, git, headCommit } from './repository-files.ts';

export interface LockedRepository {
  /** `owner/name` on GitHub. */
  repository: string;
  commit: string;
  /** SPDX identifiers of the licence files at that commit. */
  licence: string;
  licenceFiles: string[];
  /** `validation` repositories are never used for training, only for measurements. */
  use: 'training' | 'validation';
}

const phrases: readonly (readonly [spdx: string, pattern: RegExp])[] = [
  ['Apache-2.0', /Apache License,?\s+Version 2\.0/],
  ['MIT', /Permission is hereby granted, free of charge, to any person/],
  [
    'BSD-3-Clause',
    /Redistribution and use in source and binary forms[\s\S]{0,1200}?(?:Neither the name|may (?:not )?be used to endorse)/,
  ],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/],
];

/** The permissive licence whose text is first in a licence file; null for any other. */
export function licenceOf(text: string): string | null {
  const words = text.replaceAll(/\s+/g, ' ');
  const found = phrases.flatMap(([spdx, pattern]) => {
    const index = pattern.exec(words)?.index;
    return index === undefined ? [] : [{ spdx, index }];
  });
  return found.toSorted((a, b) => a.index - b.index)[0]?.spdx ?? null;
}

function licencesAt(gitDirectory: string, commit: string): { licence: string; files: string[] } | null {
  const entries = git(gitDirectory, ['ls-tree', '-z', commit]).toString('utf8').split('\0');
  const names = entries.flatMap((entry) => (entry.includes(' blob ') ? entry.slice(entry.indexOf('\t') + 1) : []));
  const files = names.filter((name) => /^licen[cs]e(?:[-.](?:txt|md|rst|apache|mit))?$/i.test(name));
  const licences = files.map((file) => licenceOf(git(gitDirectory, ['show', `${commit}:${file}`]).toString('utf8')));
  if (licences.length === 0 || licences.some((licence) => licence === null)) return null;
  return { licence: [...new Set(licences)].toSorted((a, b) => (a! < b! ? -1 : 1)).join(' OR '), files };
}

/**
 * Makes the entry of a repository from its git directory. Throws when it does not exist or its licence is not known to
 * be permissive.
 */
export function lockRepository(
  sources: string,
  { repository, use }: Pick<LockedRepository, 'repository' | 'use'>,
): LockedRepository {
  const gitDirectory = findGitDirectory(sources, repository);
  if (gitDirectory === null) throw new Error(`${repository}: no git directory in ${sources}`);
  const commit = headCommit(gitDirectory);
  const found = licencesAt(gitDirectory, commit);
  if (found === null) throw new Error(`${repository}: no permissive licence found at ${commit}`);
  return { repository, commit, licence: found.licence, licenceFiles: found.files, use };
}

export function readLock(path: string): LockedRepository[] {
  return JSON.parse(readFileSync(path, 'utf8')) as LockedRepository[];
}

export function writeLock(path: string, repositories: readonly LockedRepository[]): void {
  const sorted = repositories.toSorted((a, b) => (a.repository.toLowerCase() < b.repository.toLowerCase() ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
}
