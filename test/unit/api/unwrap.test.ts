import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint, unwrapDocument } from '#api/endpoint.ts';
import { pageOf } from '#api/json-api.ts';
import { runs } from '#test/run-length.ts';

const endpointOf = (response: z.ZodMiniType) =>
  defineEndpoint({ name: 'call', method: 'GET', path: '/call', response });

const anything = z.any();
const links = { self: '/a', first: '/b', last: '/c', prev: null, next: null };

/** A resource whose id is not a slug, with the value that a client gets for it. */
const resource = fc
  .record({
    type: fc.constantFrom('orders', 'reviews', 'sessions'),
    id: fc.uuid(),
    attributes: fc.dictionary(fc.constantFrom('title', 'total', 'note'), fc.jsonValue({ maxDepth: 0 })),
  })
  .map((given) => ({ given, expected: { id: given.id, ...given.attributes } }));

describe('a document', () => {
  test.prop([resource], { numRuns: runs(100) })('of one resource is its id beside its attributes', (made) => {
    const endpoint = endpointOf(z.object({ success: z.literal(true), data: anything }));
    expect(unwrapDocument(endpoint, { success: true, data: made.given })).toEqual(made.expected);
  });

  test.prop([fc.array(resource, { maxLength: 4 }), fc.nat(), fc.nat(), fc.nat()], { numRuns: runs(100) })(
    'of a list is a page: its items and numbers, without the links to other pages',
    (made, number, size, total) => {
      const body = {
        data: made.map(({ given }) => given),
        meta: { page: { number, size, total }, average: 4.5 },
        links,
      };
      expect(unwrapDocument(endpointOf(pageOf(anything)), body)).toEqual({
        items: made.map(({ expected }) => expected),
        number,
        size,
        total,
        average: 4.5,
      });
    },
  );

  test.prop([resource, resource], { numRuns: runs(100) })('is unwrapped at every depth', (outer, inner) => {
    const attributes = { ...outer.given.attributes, parts: [{ one: inner.given }] };
    const endpoint = endpointOf(z.object({ data: anything }));
    expect(unwrapDocument(endpoint, { data: { ...outer.given, attributes } })).toEqual({
      ...outer.expected,
      parts: [{ one: inner.expected }],
    });
  });

  test.each(['campaigns', 'masters', 'pages', 'posts'])('of %s has a slug in place of an id', (type) => {
    const data = { type, id: 'werkbank', attributes: { title: 'Werkbank' } };
    const endpoint = endpointOf(z.object({ data: anything }));
    expect(unwrapDocument(endpoint, { data })).toEqual({ slug: 'werkbank', title: 'Werkbank' });
  });

  test('with nothing but success is null', () => {
    const endpoint = endpointOf(z.object({ success: z.literal(true) }));
    expect(unwrapDocument(endpoint, { success: true })).toBeNull();
  });

  test('with more than data is an item or items beside its other fields, also when one of them is missing', () => {
    const endpoint = endpointOf(
      z.object({ data: anything, meta: z.optional(z.object({ order_token: z.string() })) }),
    );
    const data = { type: 'orders', id: 'o', attributes: { total: 4250 } };
    const order = { id: 'o', total: 4250 };
    expect(unwrapDocument(endpoint, { data, meta: { order_token: 'beweis' } })).toEqual({
      item: order,
      order_token: 'beweis',
    });
    expect(unwrapDocument(endpoint, { data })).toEqual({ item: order });
    const search = endpointOf(
      z.object({ data: z.array(anything), meta: z.object({ suggestion: z.string() }) }),
    );
    expect(unwrapDocument(search, { data: [data], meta: { suggestion: 'Dürer' } })).toEqual({
      items: [order],
      suggestion: 'Dürer',
    });
  });

  test('that only looks like a resource stays as it is', () => {
    const endpoint = endpointOf(z.object({ data: anything }));
    for (const data of [{ type: 'card', id: 'x' }, { id: 'x', attributes: { a: 1 } }, null, 'text', 7]) {
      expect(unwrapDocument(endpoint, { data })).toEqual(data);
    }
  });
});
