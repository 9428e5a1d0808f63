import { afterEach, expect, test, vi } from 'vitest';
import { moveFocusOnRemoval } from '#ui/hooks/overlays/move-focus-on-removal.ts';

afterEach(() => vi.unstubAllGlobals());

test('the focus of a removed control moves to the content, that of another element stays', () => {
  const [control, other] = [{} as HTMLElement, {} as HTMLElement];
  const focus = vi.fn();
  const page = { activeElement: other, getElementById: () => ({ focus }) };
  vi.stubGlobal('document', page);
  moveFocusOnRemoval(control)?.();
  expect(focus).not.toHaveBeenCalled();
  page.activeElement = control;
  moveFocusOnRemoval(control)?.();
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  expect(moveFocusOnRemoval(null)).toBeUndefined();
});
