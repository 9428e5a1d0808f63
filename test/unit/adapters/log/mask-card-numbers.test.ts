import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { maskCardNumbers } from '#adapters/log/mask-card-numbers.ts';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { maskOutput } from '#app/start/mask-output.ts';

/** Adds the check digit (Luhn). */
function withCheckDigit(digits: string): string {
  for (const last of '0123456789') {
    const all = [...`${digits}${last}`].toReversed().map(Number);
    const sum = all.reduce((total, digit, at) => {
      return total + (at % 2 === 0 ? digit : Math.floor((digit * 2) / 10) + ((digit * 2) % 10));
    }, 0);
    if (sum % 10 === 0) return `${digits}${last}`;
  }
  throw new Error('No check digit fits');
}

const card = fc.stringMatching(/^[2-6]\d{11,17}$/).map(withCheckDigit);
const other = fc
  .stringMatching(/^[2-6]\d{12,18}$/)
  .filter((digits) => withCheckDigit(digits.slice(0, -1)) !== digits);

property.prop([card, fc.constantFrom('', ' ', '-', '\u{a0}', '.', '+', '%20')])(
  'a card number is masked, however its digits are grouped and whatever surrounds it',
  (number, separator) => {
    const typed = number.replaceAll(/(\d{4})(?=\d)/g, `$1${separator}`);
    for (const [before, after] of [
      ['', ''],
      ['card ', ', cvc'],
      ['no: "', '"'],
      ['card\\n', '\\n12/29'],
      ['id_', '.'],
      ['{ n: \u{1b}[33m', '\u{1b}[39m }'],
      ['{ n: \\u001b[33m', '\\u001b[39m }'],
      ['?number=', '&cvc=1'],
      ['number%3D', '%26cvc'],
      ['number%22', '%22'],
    ])
      expect(maskCardNumbers(`${before}${typed}${after}`)).toBe(`${before}[card]${after}`);
  },
);

property.prop([other, fc.uuid(), fc.integer({ min: 1_500_000_000_000, max: 1_999_999_999_999 })])(
  'numbers with another check digit, ids and times are kept',
  (number, id, time) => {
    const line = JSON.stringify({ time, id, number, invoice: 'RE-2026-000001' });
    expect(maskCardNumbers(line)).toBe(line);
  },
);

test.each([
  ['4111 1111 1111 1111 12/29 123', '[card] 12/29 123'],
  ['4111 1111 1111 1111 737', '[card] 737'],
  ['5 4111-1111-1111-1111', '5 [card]'],
  ['4111111111111111 5555555555554444', '[card] [card]'],
  ['411111111111', '411111111111'],
  ['{"card":4111111111111111,"n":1}', '{"card":"[card]","n":1}'],
  ['a%204111%201111%201111%201111%20b', 'a%20[card]%20b'],
  ['%4111111111111111', '%[card]'],
  ['{"took":2345.678901235}', '{"took":2345.678901235}'],
  ['{"took":2.2222222222222224}', '{"took":2.2222222222222224}'],
  ['192.168.100.201', '192.168.100.201'],
  ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001'],
])('%s is printed as %s', (text, printed) => {
  expect(maskCardNumbers(text)).toBe(printed);
});

test('log entries have no card number in their name, fields, errors and causes', () => {
  const lines: string[] = [];
  const log = createPinoLog({ level: 'debug', destination: { write: (line) => lines.push(line) } });
  const number = '4111 1111 1111 1111';
  log.info(`paid with ${number}`, { card: 4_111_111_111_111_111, nested: { list: [number] } });
  log.warn('declined', { text: `card\n${number}` });
  log.error('failed', new Error(number, { cause: new Error(number) }), { number });
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.replaceAll(/"time":\d+/g, '')).not.toMatch(/1111/);
    expect(() => JSON.parse(line)).not.toThrow();
  }
});

test('card numbers are masked in the output of modules; the shop can print those of test cards', () => {
  const printed: unknown[] = [];
  const stream = { write: (chunk: unknown) => printed.push(chunk) > 0 };
  const print = maskOutput([stream as Pick<NodeJS.WriteStream, 'write'>]);
  stream.write('4111111111111111\n');
  stream.write(Buffer.from('4111-1111-1111-1111'));
  stream.write(Buffer.from([0, 255]));
  print('4111 1111 1111 1111');
  expect(printed).toEqual(['[card]\n', '[card]', Buffer.from([0, 255]), '4111 1111 1111 1111\n']);
});
