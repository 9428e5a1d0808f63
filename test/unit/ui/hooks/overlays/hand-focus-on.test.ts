import { afterEach, expect, test, vi } from 'vitest';
import { handFocusOn } from '#ui/hooks/overlays/hand-focus-on.ts';

afterEach(() => vi.unstubAllGlobals());

test('a control that goes away hands its focus to the content, and takes it from nothing else', () => {
  const [control, other] = [{} as HTMLElement, {} as HTMLElement];
  const focus = vi.fn();
  const page = { activeElement: other, getElementById: () => ({ focus }) };
  vi.stubGlobal('document', page);
  handFocusOn(control)?.();
  expect(focus).not.toHaveBeenCalled();
  page.activeElement = control;
  handFocusOn(control)?.();
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  expect(handFocusOn(null)).toBeUndefined();
});
