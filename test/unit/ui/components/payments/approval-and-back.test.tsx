import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterAll, expect, test, vi } from 'vitest';
import { useCardTexts } from '#ui/components/payments/use-card-fields.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';

type OnOpen = ReturnType<typeof useCardTexts>['verification']['onOpen'];

function Payment({ receive }: { readonly receive: (onOpen: OnOpen) => void }) {
  receive(useCardTexts().verification.onOpen);
  return null;
}

afterAll(() => vi.unstubAllGlobals());

test('Back cancels an open approval, and leaves the page afterwards', async () => {
  const i18n = createI18n('de', await loadAllTexts('de'));
  const entries: unknown[] = [null];
  let at = 0;
  const moves: number[] = [];
  const history = {
    get state() {
      return entries[at];
    },
    pushState: (state: unknown) => {
      at += 1;
      entries[at] = state;
    },
    replaceState: (state: unknown) => {
      entries[at] = state;
    },
    go: (steps: number) => moves.push(steps),
  };
  let listen: (event: object) => void = () => {};
  vi.stubGlobal('window', {
    history,
    location: { href: '/de/kasse' },
    setTimeout: () => 0,
    addEventListener: (_type: string, listener: (event: object) => void) => {
      listen = listener;
    },
  });
  const back = () => {
    at -= 1;
    listen({ stopImmediatePropagation() {} });
  };
  history.replaceState({ position: 0 });

  let onOpen: OnOpen = () => () => {};
  renderToString(
    <I18nextProvider i18n={i18n}>
      <Payment
        receive={(given) => {
          onOpen = given;
        }}
      />
    </I18nextProvider>,
  );

  let cancels = 0;
  const cancel = () => {
    cancels += 1;
    closed();
  };
  const closed = onOpen(cancel);
  expect(entries).toHaveLength(2);
  back();
  expect([cancels, moves]).toEqual([1, []]);

  // An approval that has ended needs no press of Back.
  onOpen(cancel)();
  back();
  expect([cancels, moves]).toEqual([1, [-1]]);
});
