import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { documentation, failuresOf, operatorDocumentation } from '#api/documentation.ts';
import type { Endpoint } from '#api/endpoint.ts';
import type { FailureCode } from '#core/model/failure.ts';

type Outcome = FailureCode | 'success';

interface SeenResponses {
  readonly file: string;
  /** The outcomes that this file saw, by the name of the call. */
  readonly outcomes: Readonly<Record<string, readonly Outcome[]>>;
}

const allAreas = [...documentation, ...operatorDocumentation];

const declared = new Map(
  allAreas.flatMap(({ operations }) =>
    operations.map(({ endpoint, docs }) => [endpoint, failuresOf(endpoint, docs)] as const),
  ),
);

/** Outcomes by test file, because several test files share this module. */
const seen = new Map<string, Map<string, Set<Outcome>>>();

/**
 * Records the outcome of a call. An empty `codes` is a success. Throws if the documentation of the call does
 * not declare a code, because a client written from the documentation could not handle it.
 */
export function recordResponse(endpoint: Endpoint, codes: readonly FailureCode[] = []): void {
  const known = declared.get(endpoint);
  // The endpoint was defined by a test.
  if (known === undefined) return;
  for (const code of codes) {
    // Every endpoint returns this code for a method other than its own.
    if (code === 'METHOD_NOT_ALLOWED' || known.includes(code)) continue;
    throw new Error(
      `${endpoint.name} returns ${code}: declare it in its area of src/api, or do not return it.`,
    );
  }
  const byCall = outcomesOf(currentFile());
  const outcomes = byCall.get(endpoint.name) ?? new Set<Outcome>();
  for (const outcome of codes.length === 0 ? (['success'] as const) : codes) outcomes.add(outcome);
  byCall.set(endpoint.name, outcomes);
}

/** Stores the outcomes that the calling test file saw, for the table of the whole run. */
export function storeSeenResponses(): void {
  afterAll(() => {
    const file = currentFile();
    const outcomes = [...outcomesOf(file)].map(([call, some]) => [call, [...some]] as const);
    const stored: SeenResponses = { file, outcomes: Object.fromEntries(outcomes) };
    writeFileSync(join(inject('responsesFolder'), `${randomUUID()}.json`), JSON.stringify(stored));
  });
}

/** Returns the success and the declared failures of every call, each with the test files that saw it. */
export function readSeenResponses(folder: string) {
  const all = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SeenResponses,
  );
  return allAreas.flatMap(({ operations }) =>
    operations.flatMap(({ endpoint, docs }) =>
      (['success', ...(docs.failures ?? [])] as const).map((outcome) => ({
        call: endpoint.name,
        outcome,
        seenBy: all
          .filter(({ outcomes }) => outcomes[endpoint.name]?.includes(outcome))
          .map(({ file }) => file),
      })),
    ),
  );
}

function currentFile(): string {
  return basename(expect.getState().testPath ?? '');
}

function outcomesOf(file: string): Map<string, Set<Outcome>> {
  const outcomes = seen.get(file) ?? new Map<string, Set<Outcome>>();
  seen.set(file, outcomes);
  return outcomes;
}
