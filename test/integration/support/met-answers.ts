import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { documentation, failuresOf } from '#api/documentation.ts';

import type { Endpoint } from '#api/endpoint.ts';
import type { FailureCode } from '#api/failure.ts';

type Outcome = FailureCode | 'success';

interface KeptAnswers {
  readonly file: string;
  /** What each call has answered in this file, by the call's name. */
  readonly met: Readonly<Record<string, readonly Outcome[]>>;
}

const declared = new Map(
  documentation.flatMap(({ operations }) =>
    operations.map(({ endpoint, docs }) => [endpoint, failuresOf(endpoint, docs)] as const),
  ),
);

const met = new Map<string, Set<Outcome>>();
let file = '';

/**
 * Remembers what a call answered, for the table of the whole run, and fails when its documentation does not declare a
 * code: a client written from the documentation would not know what to do. Without codes it is a success.
 */
export function noteAnswer(endpoint: Endpoint, codes: readonly FailureCode[] = []): void {
  const known = declared.get(endpoint);
  // Endpoints that a test makes up.
  if (known === undefined) return;
  for (const code of codes) {
    // The answer to another method than the call's own.
    if (code === 'METHOD_NOT_ALLOWED' || known.includes(code)) continue;
    throw new Error(
      `${endpoint.name} answers ${code}: declare it in its area of src/api, or do not answer it.`,
    );
  }
  file = basename(expect.getState().testPath ?? '');
  const outcomes = met.get(endpoint.name) ?? new Set<Outcome>();
  for (const outcome of codes.length === 0 ? (['success'] as const) : codes) outcomes.add(outcome);
  met.set(endpoint.name, outcomes);
}

/** Leaves what this test file has met for the end of the run. */
export function keepAnswers(): void {
  afterAll(() => {
    const kept: KeptAnswers = {
      file,
      met: Object.fromEntries([...met].map(([call, outcomes]) => [call, [...outcomes]])),
    };
    writeFileSync(join(inject('answersFolder'), `${randomUUID()}.json`), JSON.stringify(kept));
  });
}

/** Success and the own refusals of every call, each with the test files that met it. */
export function readAnswers(folder: string) {
  const all = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptAnswers,
  );
  return documentation.flatMap(({ operations }) =>
    operations.flatMap(({ endpoint, docs }) =>
      (['success', ...(docs.failures ?? [])] as const).map((outcome) => ({
        call: endpoint.name,
        outcome,
        metBy: all.filter(({ met: here }) => here[endpoint.name]?.includes(outcome)).map((kept) => kept.file),
      })),
    ),
  );
}
