import { afterEach, expect, test, vi } from 'vitest';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { Authenticator } from '#back-office/session/authenticator.tsx';
import { authenticatorForm, passwordForm } from '#back-office/session/own-access.tsx';
import { RecoveryCodes } from '#back-office/session/recovery-codes.tsx';
import { SessionsPage } from '#back-office/session/sessions-page.tsx';
import type { Locale } from '#core/model/values.ts';
import { textOf } from '#test/support/render-in-shop.tsx';
import { drawScreen, show, showScreen } from '#test/unit/back-office/support/show.tsx';
import { stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

test('the page shows the number of recovery codes left, if the server sends it, and offers new ones', async () => {
  const session = { id: '1', device: 'Firefox, Linux', network: '203.0.113.7', is_current: true };
  const items = [{ ...session, last_used_at: '2026-11-21T10:00:00Z' }];
  const textOn = async (more: object) =>
    textOf(
      await showScreen({ id: 'page', element: <SessionsPage />, loaded: { items, ...more }, locale: 'en' }),
    );
  const none = await textOn({ recovery_codes_left: 0 });
  expect(none).toContain('New recovery codes 0 recovery codes left. Firefox');
  expect(await textOn({ recovery_codes_left: 1 })).toContain('1 recovery code left.');
  expect(await textOn({})).toContain('New recovery codes Firefox, Linux');
});

test('recovery codes are copied one per line', async () => {
  const element = <RecoveryCodes codes={['AAAA-1111', 'BBBB-2222']} />;
  const { find } = await drawScreen({ id: 'page', element, loaded: null, locale: 'en' });
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  find('Copy').onClick?.({});
  expect(writeText).toHaveBeenCalledWith('AAAA-1111\nBBBB-2222');
});

test.each<[Locale, string, string]>([
  ['de', 'Ihr Zugang Passwort ändern Authenticator ersetzen', 'Bisheriges Passwort'],
  ['en', 'Your access Change password Replace authenticator', 'Current password'],
])('password and authenticator can be changed: %s', async (locale, offered, current) => {
  const loaded = { items: [], recovery_codes_left: 10 };
  const page = await showScreen({ id: 'page', element: <SessionsPage />, loaded, locale });
  expect(textOf(page)).toContain(offered);
  const element = <RecordForm form={passwordForm} onDone={() => undefined} />;
  const form = await showScreen({ id: 'form', element, loaded: null, locale });
  expect(textOf(form)).toContain(current);
  const kinds = [...form.matchAll(/<input[^>]* autoComplete="([^"]+)"/gi)].map(([, kind]) => kind);
  expect(kinds).toEqual(['current-password', 'new-password', 'new-password']);
});

test('a new authenticator is shown as a QR code and as text', async () => {
  const shown = await show(<Authenticator secret="JBSWY3DP" uri="otpauth://totp/shop" />);
  expect(shown).toMatch(/<img src="data:image\/svg\+xml,[^"]+" alt="QR-Code/);
  expect(shown).toContain('<code>JBSWY3DP</code>');
});

test('the form of the authenticator sends token and code, the form of the password all three passwords', async () => {
  const requests = stubApi();
  await authenticatorForm('a-token').send({ code: '123456' });
  const typed = { current_password: 'vorher', password: 'nachher', password_confirmation: 'nachher' };
  await passwordForm.send(typed);
  expect(requests).toEqual([
    ['PUT /api/operator/session/authenticator', { token: 'a-token', code: '123456' }],
    ['POST /api/operator/session/password', typed],
  ]);
});
