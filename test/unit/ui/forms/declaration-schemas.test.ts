import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { cancellationSchema, withdrawalSchema } from '#ui/forms/declaration-schemas.ts';

const nobody = { chosen: '', code: '', name: '', email: '', reason: '' };
const somebody = { ...nobody, code: '7K4P-2QXX', name: 'Ada Kern', email: 'ada@meisterhand.example' };

/** Returns the names of the invalid fields, each once. */
const faults = (schema: z.ZodMiniType, value: unknown) => [
  ...new Set((schema.safeParse(value).error?.issues ?? []).map((issue) => issue.path.join('.'))),
];

describe('a cancellation', () => {
  const schema = cancellationSchema('2026-11-21');
  const cancels = { ...somebody, kind: 'ordinary', end: 'soonest', ends_on: '' };

  test('is complete without a reason and a day', () => {
    expect(faults(schema, cancels)).toEqual([]);
  });

  test('reports all faults at once, also of rules for several fields', () => {
    const empty = { ...cancels, ...nobody, kind: 'extraordinary', end: 'day' };
    expect(faults(schema, empty).sort()).toEqual(['code', 'email', 'ends_on', 'name', 'reason']);
  });

  test.each([
    ['2026-11-20', ['ends_on']],
    ['2026-11-21', []],
    ['2026-02-30', ['ends_on']],
  ])('cannot end in the past or on an invalid day: %s', (ends_on, expected) => {
    expect(faults(schema, { ...cancels, end: 'day', ends_on })).toEqual(expected);
  });

  test('accepts a chosen subscription instead of a number', () => {
    expect(faults(schema, { ...cancels, code: '', chosen: '7K4P-2QXX' })).toEqual([]);
  });
});

describe('a withdrawal', () => {
  const withdraws = { ...somebody, scope: 'everything', ticked: null, pieces: {}, parts: '' };

  test('from everything needs no parts', () => {
    expect(faults(withdrawalSchema, withdraws)).toEqual([]);
  });

  test('from parts needs them ticked or typed, whatever else is missing', () => {
    const parts = { ...withdraws, ...nobody, scope: 'parts' };
    expect(faults(withdrawalSchema, parts).sort()).toEqual(['code', 'email', 'name', 'parts']);
    expect(faults(withdrawalSchema, { ...parts, ticked: [] })).toContain('ticked');
    expect(faults(withdrawalSchema, { ...withdraws, scope: 'parts', ticked: ['a'] })).toEqual([]);
  });
});
