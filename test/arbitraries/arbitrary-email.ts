import { fc } from '@fast-check/vitest';

const letters = 'abcXYZ019';
const word = (more: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters, ...more), minLength: 1, maxLength });

const label = fc
  .tuple(word('', 3), fc.option(word('-', 8), { nil: '' }), word('', 3))
  .map((parts) => parts.join(''));

const foreignLabel = fc.constantFrom(
  'müller',
  'straße',
  'Vermögensberater',
  'кафе',
  '例え',
  'عربي',
  'Øl-bar',
);

/** Generates the part before the @: every character that HTML accepts there. */
const local = word(".!#$%&'*+/=?^_`{|}~-", 12);

/** Generates addresses that HTML accepts in `input type=email`, also without a dot in the domain. */
export const htmlEmail = fc
  .tuple(
    local,
    fc.array(fc.oneof(label, fc.constant('xn--vermgensberater-ctb')), { minLength: 1, maxLength: 3 }),
  )
  .map(([name, labels]) => `${name}@${labels.join('.')}`);

/** Generates addresses whose domain is written with foreign letters. */
export const foreignEmail = fc
  .tuple(local, foreignLabel, fc.constantFrom('de', 'org', 'рф'))
  .map(([name, domain, top]) => `${name}@${domain}.${top}`);
