import { expect, test } from 'vitest';
import { loginForm } from '#back-office/session/login-form.ts';
import type { Locale } from '#core/model/values.ts';
import { openTexts } from '#test/unit/back-office/support/show.tsx';

test.each<[Locale, string]>([
  ['de', 'Wiederherstellungscode'],
  ['en', 'recovery code'],
])(
  'a refused login has one message for all reasons, which mentions recovery codes: %s',
  async (locale, help) => {
    const name = loginForm('').refusals?.WRONG_CREDENTIALS ?? '';
    expect((await openTexts(locale)).getResource(locale, 'backOffice', name)).toContain(help);
  },
);
