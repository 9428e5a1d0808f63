import fc from 'fast-check';

const part = fc.constantFrom(
  '',
  '.',
  '..',
  'de',
  'kurse',
  'evil.example',
  'evil.example:80',
  'a@evil.example',
  'javascript:',
  '\\',
  '\t',
  '\n',
  ' ',
  '%2f',
  '%5c',
  '?next=',
  '#',
);

/**
 * Generates return paths as an attacker would add them to the address of the login page: paths with doubled
 * slashes, any text and absolute URLs.
 */
export const returnPath: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`) },
  { weight: 2, arbitrary: fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.webUrl() },
);
