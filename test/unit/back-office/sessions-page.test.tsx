import { afterEach, expect, test, vi } from 'vitest';
import { RecoveryCodes } from '#back-office/session/recovery-codes.tsx';
import { SessionsPage } from '#back-office/session/sessions-page.tsx';
import { textOf } from '#test/support/render-in-shop.tsx';
import { drawScreen, showScreen } from '#test/unit/back-office/support/show.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the sessions say how many recovery codes are left, if the server does, and offer new ones', async () => {
  const session = { id: '1', device: 'Firefox, Linux', network: '203.0.113.7', is_current: true };
  const items = [{ ...session, last_used_at: '2026-11-21T10:00:00Z' }];
  const of = async (more: object) =>
    textOf(
      await showScreen({ id: 'page', element: <SessionsPage />, loaded: { items, ...more }, locale: 'en' }),
    );
  expect(await of({ recovery_codes_left: 0 })).toContain('New recovery codes 0 recovery codes left. Firefox');
  expect(await of({ recovery_codes_left: 1 })).toContain('1 recovery code left.');
  expect(await of({})).toContain('New recovery codes Firefox, Linux');
});

test('recovery codes are copied, each on its line', async () => {
  const element = <RecoveryCodes codes={['AAAA-1111', 'BBBB-2222']} />;
  const { find } = await drawScreen({ id: 'page', element, loaded: null, locale: 'en' });
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  find('Copy').onClick?.({});
  expect(writeText).toHaveBeenCalledWith('AAAA-1111\nBBBB-2222');
});
