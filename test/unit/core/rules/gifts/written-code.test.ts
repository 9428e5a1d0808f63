import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { code as typedCode } from '#core/model/primitives.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';

const issued = fc.stringMatching(/^[0-9A-Z]{16}$/);

test.prop([issued])(
  'a code of the shop is shown in four groups, and is the same code when it is typed so',
  (code) => {
    expect(formatCode(code)).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(typedCode.parse(formatCode(code)).replaceAll('-', '')).toBe(code);
  },
);

test.each(['GESCHENK-CLARA', 'WILLKOMMEN10', 'ABCDEFGHJKLMNPQ', 'ABCDEFGHJKLMNPQRS'])(
  'a code that somebody chose stays as it is: %s',
  (code) => {
    expect(formatCode(code)).toBe(code);
  },
);
