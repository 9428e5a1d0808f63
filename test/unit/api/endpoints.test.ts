import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#api/endpoints.ts';
import { pageQuery } from '#api/json-api.ts';

const all = Object.values(endpoints);

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { readonly def: { readonly shape?: object } }).def.shape ?? {});

const parametersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

describe('paths', () => {
  test.each(all)('$path has exactly its declared parameters', ({ path, params }) => {
    expect(parametersOf(path).toSorted()).toEqual(fieldsOf(params).toSorted());
    expect(path).toMatch(/^(\/([a-z][a-z0-9_.-]*|:[a-z_]+))+$/);
  });

  test('are unique with their methods, whatever their parameters are called', () => {
    const calls = all.flatMap(({ method, path, aliases }) =>
      [path, ...aliases.map((alias) => alias.path)].map((one) => `${method} ${one.replaceAll(/:\w+/g, ':')}`),
    );
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('bodies', () => {
  test('belong to calls that change something, never to those that read', () => {
    for (const { name, method, readsBody, body, acceptsHead } of all) {
      if (!readsBody) expect(fieldsOf(body), name).toEqual([]);
      if (method === 'GET') expect(readsBody, name).toBe(false);
      if (acceptsHead) expect(method, name).toBe('GET');
    }
  });

  const withBody = all.filter(({ readsBody }) => readsBody);

  test.each(withBody)('of $name limit the length of every text and list', ({ body }) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    expect(unlimitedFields(schema as Json)).toEqual([]);
  });
});

type Json = { readonly [key: string]: Json | readonly Json[] | string | number | boolean | undefined };

/**
 * Fields without a maximum length that are limited otherwise: a calendar day by its format, a repeated
 * password by the first.
 */
const limitedElsewhere = /(deliver_on|password_confirmation)$/;

/** Returns the fields of a schema that accept texts or lists of unlimited length. */
function unlimitedFields(schema: Json, place = ''): readonly string[] {
  const isLimited = ['maxLength', 'pattern', 'enum', 'const', 'format'].some((word) => word in schema);
  const own =
    (schema.type === 'string' && !isLimited && !limitedElsewhere.test(place)) ||
    (schema.type === 'array' && !('maxItems' in schema))
      ? [place]
      : [];
  const inner = Object.entries(schema).flatMap(([word, value]) =>
    typeof value === 'object' && value !== null ? unlimitedFields(value as Json, `${place}/${word}`) : [],
  );
  return [...own, ...inner];
}

describe('pages of lists', () => {
  const query = z.object(pageQuery(24));

  test('begin with the first one, with the default size', () => {
    expect(query.parse({})).toEqual({ 'page[number]': 1, 'page[size]': 24 });
  });

  test.each([
    ['page[number]', 1, 10_000],
    ['page[size]', 1, 100],
  ])('%s is a whole number from %i to %i', (name, least, most) => {
    for (const value of [String(least), String(most)])
      expect(query.parse({ [name]: value })).toMatchObject({ [name]: Number(value) });
    for (const value of [String(least - 1), String(most + 1), '2.5', 'alle', '-3'])
      expect(query.safeParse({ [name]: value }).success, value).toBe(false);
  });
});
