import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';

interface Field {
  readonly place: string;
  readonly schema: z.ZodMiniType;
}

type Definition = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly options?: readonly z.ZodMiniType[];
} & Readonly<
  Partial<Record<'in' | 'element' | 'innerType' | 'keyType' | 'valueType' | 'left' | 'right', z.ZodMiniType>>
>;

/** Returns every text field of a schema, with its transform. */
function textsOf(schema: z.ZodMiniType, place: string): readonly Field[] {
  const { type, shape = {}, options = [], ...inner } = schema._zod.def as unknown as Definition;
  if (type === 'string') return [{ place, schema }];
  if (type === 'pipe' && inner.in?._zod.def.type === 'string') return [{ place, schema }];
  const { in: source, element, innerType, keyType, valueType, left, right } = inner;
  return [
    ...Object.entries(shape).flatMap(([name, field]) => textsOf(field, `${place}.${name}`)),
    ...options.flatMap((option) => textsOf(option, place)),
    ...[source, element, innerType, keyType, valueType, left, right].flatMap((part) =>
      part === undefined ? [] : textsOf(part, place),
    ),
  ];
}

const fields = Object.values({ ...endpoints, ...operatorEndpoints }).flatMap(
  ({ name, params, query, body }) => [
    ...textsOf(params, `${name}.params`),
    ...textsOf(query, `${name}.query`),
    ...textsOf(body, `${name}.body`),
  ],
);

/** Returns the value of a field for a text; null if the field refuses it. */
function parse({ schema }: Field, typed: string): string | null {
  const parsed = schema.safeParse(typed);
  return parsed.success ? String(parsed.data) : null;
}

/** Passwords may be anything and are shown to nobody; values of catalogue records have schemas of their own. */
const isOther = ({ place }: Field) =>
  /\.(?:current_)?password(?:_confirmation)?$|^saveCatalogueRecord\.body\.value$/.test(place);

/** Texts of several lines, and values that programs write. */
const severalLines =
  /\.(?:greeting|message|text|reason|note|device_data|data|changes\.(?:de|en))$|^answerReview\.body\.seen$/;

const [oneLine, moreLines] = [false, true].map((isLong) =>
  fields.filter((field) => !isOther(field) && severalLines.test(field.place) === isLong),
) as [Field[], Field[]];

describe('the fields of all calls', () => {
  test('are found', () => {
    expect(oneLine.length).toBeGreaterThan(100);
    expect(moreLines.length).toBeGreaterThan(5);
  });

  test.each([
    ['a bell', '\u0007'],
    ['a line break', '\n'],
    ['a line separator', '\u2028'],
    ['a right-to-left override', '\u202e'],
  ])('of one line refuse or remove %s', (_, character) => {
    const typed = ['Wintergarten12', 'MH-2026-000123', '1', 'a'].map((word) => `${word}${character}${word}`);
    const keeping = oneLine.filter((field) => typed.some((one) => parse(field, one)?.includes(character)));
    expect(keeping.map(({ place }) => place)).toEqual([]);
  });

  test('of several lines keep line breaks and closed bidi isolates, and no other control characters', () => {
    for (const field of moreLines) {
      const kept = parse(field, 'Alles\u0007 Gute\r\nzum\u202e Geburtstag,\n\n\u2067אבא\u2069!\u0085');
      if (kept !== null) expect(kept, field.place).toBe('Alles Gute\nzum Geburtstag,\n\n\u2067אבא\u2069!');
    }
  });
});
