import { type JsonSchema, type NamedSchemas, resolve } from './open-api-document.ts';

/** Examples for formats whose schema has none. */
const byFormat: Readonly<Record<string, unknown>> = {
  'date-time': '2026-11-21T10:00:00.000Z',
  date: '2026-11-21',
  email: 'johanna.brandt@example.org',
  uri: 'https://shop.example/',
};

/** Example texts by field name, to look like real responses. */
const byName: Readonly<Record<string, string>> = {
  id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
  sub: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
  code: 'MH-2026-000123',
  email: 'johanna.brandt@example.org',
  firstname: 'Johanna',
  lastname: 'Brandt',
  name: 'Johanna Brandt',
  street: 'Lindengasse',
  house_number: '14',
  postal_code: '1070',
  city: 'Wien',
  slug: 'albrecht-duerer',
  picture: 'albrecht-duerer',
  cover: 'albrecht-duerer',
  title: 'Zeichnen lernen',
  product_name: 'Zeichnen lernen',
  product_id: 'course-albrecht-duerer',
  access: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzN2YyZSJ9.c2lnbmF0dXJl',
  refresh: 'q1Yw8hVd0r7Zk3Xn5Jm2Lb9Tc4Gs6Fp0Ae1Uo3Iy5Rw',
  order_token: 'Zk3Xn5Jm2Lb9Tc4Gs6Fp0A',
  bundle_cart_unique_id: 'pZ3vX0cT5m2uQ8sLr1YdKw',
  client_token: 'eyJzYW5kYm94Ijp0cnVlfQ',
  last_four: '1111',
  self: '/api/products?page%5Bnumber%5D=1',
  first: '/api/products?page%5Bnumber%5D=1',
  last: '/api/products?page%5Bnumber%5D=4',
  next: '/api/products?page%5Bnumber%5D=2',
};

/**
 * Builds an example value for a schema, or returns the schema's own example. `everything` includes optional fields, as
 * in responses; requests have only required ones.
 */
export function exampleValue(
  schema: JsonSchema,
  named: NamedSchemas,
  everything: boolean,
  name = '',
): unknown {
  const { examples, const: fixed, enum: choices, ...rest } = resolve(schema, named);
  if (examples !== undefined) return examples[0];
  if (fixed !== undefined) return fixed;
  if (rest.default !== undefined && !everything) return rest.default;
  if (choices !== undefined) return choices[0];
  const form = (rest.anyOf ?? rest.oneOf)?.find((one) => resolve(one, named).type !== 'null');
  if (form !== undefined) return exampleValue(form, named, everything, name);
  if (rest.allOf !== undefined) {
    return Object.assign({}, ...rest.allOf.map((part) => exampleValue(part, named, everything)));
  }
  switch (rest.type) {
    case 'object':
      return exampleObject(rest, named, everything);
    case 'array': {
      const { items, minItems = 0 } = rest;
      if (items === undefined || (!everything && minItems === 0)) return [];
      return Array.from({ length: Math.max(1, minItems) }, () =>
        exampleValue(items, named, everything, name),
      );
    }
    case 'string':
      return exampleText(rest, name);
    case 'integer':
    case 'number':
      return Math.max(rest.minimum ?? 1, Math.min(1, rest.maximum ?? 1));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function exampleObject(schema: JsonSchema, named: NamedSchemas, everything: boolean): unknown {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => everything || required.includes(name))
      .map(([name, inner]) => [name, exampleValue(inner, named, everything, name)]),
  );
}

function exampleText({ format, minLength = 0, maxLength = 80 }: JsonSchema, name: string): unknown {
  if (format !== undefined && byFormat[format] !== undefined) return byFormat[format];
  return (byName[name] ?? 'Text').padEnd(minLength, '.').slice(0, maxLength);
}
