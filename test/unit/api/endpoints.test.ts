import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#api/endpoints.ts';
import { pageQuery } from '#api/json-api.ts';

const all = Object.values(endpoints);

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { readonly def: { readonly shape?: object } }).def.shape ?? {});

const parametersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

describe('paths', () => {
  test.each(all.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s names the parameters that it is called with',
    (path, endpoint) => {
      expect(parametersOf(path).toSorted()).toEqual(fieldsOf(endpoint.params).toSorted());
      expect(path).toMatch(/^(\/([a-z][a-z0-9_.-]*|:[a-z_]+))+$/);
    },
  );

  test('and methods are one call each, whatever their parameters are called', () => {
    const calls = all.flatMap(({ method, path, aliases }) =>
      [path, ...aliases.map((alias) => alias.path)].map((one) => `${method} ${one.replaceAll(/:\w+/g, ':')}`),
    );
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('bodies', () => {
  test('are read of calls that change something, never of those that read', () => {
    for (const { name, method, readsBody, body, acceptsHead } of all) {
      if (!readsBody) expect(fieldsOf(body), name).toEqual([]);
      if (method === 'GET') expect(readsBody, name).toBe(false);
      if (acceptsHead) expect(method, name).toBe('GET');
    }
  });

  test.each(
    all.filter(({ readsBody }) => readsBody).map((endpoint) => [endpoint.name, endpoint.body] as const),
  )('of %s have a longest text and a longest list in every place', (_, body) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    expect(endlessPlaces(schema as Json)).toEqual([]);
  });
});

type Json = { readonly [key: string]: Json | readonly Json[] | string | number | boolean | undefined };

/**
 * Fields without a maximum length that are limited otherwise: a calendar day by its format, a repeated
 * password by the first.
 */
const limitedElsewhere = /(deliver_on|password_confirmation)$/;

/** Returns the places in a schema that accept texts or lists of unlimited length. */
function endlessPlaces(schema: Json, place = ''): readonly string[] {
  const isLimited = ['maxLength', 'pattern', 'enum', 'const', 'format'].some((word) => word in schema);
  const own =
    (schema.type === 'string' && !isLimited && !limitedElsewhere.test(place)) ||
    (schema.type === 'array' && !('maxItems' in schema))
      ? [place]
      : [];
  const inner = Object.entries(schema).flatMap(([word, value]) =>
    typeof value === 'object' && value !== null ? endlessPlaces(value as Json, `${place}/${word}`) : [],
  );
  return [...own, ...inner];
}

describe('pages of lists', () => {
  const query = z.object(pageQuery(24));

  test('begin with the first one, in the size of the list', () => {
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
