import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCartPath } from '#test/architecture/cart-path.ts';
import { followCalls } from '#test/architecture/support/follow-calls.ts';

const document = join(import.meta.dirname, '../../docs/architecture.md');

test('docs/architecture.md has the number of files that run for "add to cart"', () => {
  const { steps, rules, shared } = readCartPath();
  const row = readFileSync(document, 'utf8')
    .split('\n')
    .find((line) => line.includes('`cart-path.ts`'));
  expect(row).toContain(`| ${steps.length}, ${rules.length} and ${shared.length} |`);
});

describe('followCalls', () => {
  const root = mkdtempSync(join(tmpdir(), 'follow-calls-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const files = {
    'begin.ts': `
      import { type Shape, used, unused, label } from './used.ts';
      import { onlyOnFailure } from './failure.ts';
      import { shadowed } from './shadowed.ts';
      export function press(shape: Shape) {
        try {
          return inner({ label: 1 }, shape);
        } catch {
          return onlyOnFailure();
        }
      }
      const inner = (given: object, shadowed: Shape) => used(given).unused ?? shadowed;
      export const other = () => unused() + label;
    `,
    'used.ts': `
      import { deeper } from './deeper.ts';
      export type Shape = object;
      export const label = 1;
      export const used = (given: object) => deeper(given);
      export const unused = () => 1;
    `,
    'deeper.ts': 'export function deeper(given: object): { unused?: object } { return given; }',
    'failure.ts': 'export const onlyOnFailure = () => 1;',
    'shadowed.ts': 'export const shadowed = 1;',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);

  test('returns the files of code that runs: no types, properties, parameters or error handlers', () => {
    expect(followCalls(root, ['begin.ts#press'])).toEqual(['begin.ts', 'used.ts', 'deeper.ts']);
  });

  test('stops at a skipped place', () => {
    expect(followCalls(root, ['begin.ts#press'], ['used.ts#used'])).toEqual(['begin.ts']);
  });

  test('throws for a place that does not exist', () => {
    expect(() => followCalls(root, ['begin.ts#gone'])).toThrow('begin.ts declares no gone');
  });
});
