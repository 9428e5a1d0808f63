import { expect, test } from 'vitest';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';

test.each([
  ['Per E-Mail, E-Mails, an Ihre E-Mail-Adresse', 'Per E~Mail, E~Mails, an Ihre E~Mail-Adresse'],
  ['by e-mail, E-mails', 'by e~mail, E~mails'],
  ['DE-04107 Leipzig, CH-8001', 'DE~04107 Leipzig, CH~8001'],
])('%s gets hyphens at which no line breaks', (text, expected) => {
  expect(nonBreaking(text)).toBe(expected.replaceAll('~', '\u2011'));
});

test.each([
  'Groß- und Kleinschreibung',
  'A - B, 17-24, A-',
  'Meister-Kurs, up-to-date',
  'e-shop@example.org, post@e-mail.example',
  'https://example.org/E-Mail/x, /de/A-Z',
  'e-mail+shop@example.org, mehr auf e-recht24.de',
])('%s keeps its hyphens', (text) => {
  expect(nonBreaking(text)).toBe(text);
});
