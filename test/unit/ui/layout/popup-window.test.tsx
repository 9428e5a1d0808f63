import { expect, test, vi } from 'vitest';
import type { Popup } from '#core/model/content.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { PopupWindow } from '#ui/layout/popup/popup-window.tsx';

const popup: Popup = {
  key: 'first-lesson',
  title: 'The first lesson',
  text: 'It is <em>free</em>.',
  link: { path: '/kurse', label: 'See the courses' },
};

test('a popup is named by its title, has its link, and is closed by its icon and Escape', async () => {
  const onClose = vi.fn();
  const { html, find } = await draw(<PopupWindow {...{ popup, onClose }} />);
  const [, name] = /<aside[^>]* aria-labelledby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<h2 id="${name}"`);
  for (const words of ['>The first lesson</h2>', 'It is <em>free</em>.']) expect(html).toContain(words);
  expect(html).toMatch(/<a [^>]*href="\/en\/kurse"[^>]*>See the courses/);
  find('aside').onKeyDown?.({ key: 'Enter' });
  expect(onClose).not.toHaveBeenCalled();
  find('aside').onKeyDown?.({ key: 'Escape' });
  find('Close window').onClick?.({});
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a popup may have no link', async () => {
  const { html } = await draw(<PopupWindow popup={{ ...popup, link: null }} onClose={() => undefined} />);
  expect(html).not.toContain('<a ');
});
