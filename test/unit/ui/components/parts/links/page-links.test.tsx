import { afterEach, expect, test, vi } from 'vitest';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Presses a link to a page of the list. Returns the ids of the elements that get the focus. */
async function focusedBy(path: Route, defaultPrevented: boolean): Promise<readonly string[]> {
  const links = <PageLinks page={{ number: 1, size: 10, total: 95 }} pathOf={() => path} />;
  const { find } = await draw(links);
  const focused: string[] = [];
  vi.stubGlobal('document', { getElementById: (id: string) => ({ focus: () => focused.push(id) }) });
  find('Pages').onClick?.({ defaultPrevented });
  vi.unstubAllGlobals();
  return focused;
}

test('another page of a list focuses the content, or the element in the hash of its URL', async () => {
  expect(await focusedBy('/tv', true)).toEqual(['content']);
  expect(await focusedBy('/tv?seite=2#liste', true)).toEqual(['liste']);
});

test('the focus stays on a link that opens another tab', async () => {
  expect(await focusedBy('/tv', false)).toEqual([]);
});
