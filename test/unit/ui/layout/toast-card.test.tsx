import { afterEach, expect, test, vi } from 'vitest';
import { createNotificationStore, type NotificationRequest } from '#core/storefront/kernel/page-stores.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { ToastCard } from '#ui/layout/toast-card.tsx';

afterEach(() => vi.unstubAllGlobals());

const title = { text: 'Klavier' };
const message = { text: '<b>Neu</b>' };

async function drawToast(request: NotificationRequest) {
  const store = createNotificationStore();
  store.show(request, 'one');
  const { current } = store.snapshot;
  if (current === null) throw new Error('The message is not shown');
  const onClose = vi.fn();
  return { ...(await draw(<ToastCard notification={current} onClose={onClose} />)), onClose };
}

test('a message is text unless it says that it is HTML', async () => {
  expect((await drawToast({ title, message })).html).toContain('<p>&lt;b&gt;Neu&lt;/b&gt;</p>');
  const { html } = await drawToast({ title, message, isHTML: true });
  expect(html).toContain('<div><b>Neu</b></div>');
});

test('a message has its title, is closed by its icon, and interrupts screen readers only as an error', async () => {
  vi.stubGlobal('document', { activeElement: null });
  const { text, html, find, onClose } = await drawToast({ title, message });
  expect(text).toContain('Klavier');
  find('Dismiss message').onClick?.({ currentTarget: {} });
  expect(onClose).toHaveBeenCalledOnce();
  expect(html).not.toContain('role="alert"');
  expect((await drawToast({ type: 'error', title, message })).html).toContain('role="alert"');
});
