import { expect, test } from 'vitest';
import { actInDialog, verifyInDialog } from '../../src/browser/challenge-dialog.ts';

/** Creates a fake element with only the members that the dialog and its frame use. */
function fakeElement() {
  const element = { style: {}, dataset: {}, isShown: false };
  return Object.assign(element, {
    setAttribute() {},
    append() {},
    addEventListener() {},
    removeEventListener() {},
    showModal: () => Object.assign(element, { isShown: true }),
    close: () => Object.assign(element, { isShown: false }),
    remove() {},
  });
}

function openPage() {
  const made: ReturnType<typeof fakeElement>[] = [];
  const createElement = () => made[made.push(fakeElement()) - 1];
  const document = { createElement, documentElement: fakeElement(), body: fakeElement() };
  const window = { document, setTimeout: () => 0, clearTimeout() {} } as unknown as Window;
  const page = { cancel: () => {}, closed: 0 };
  const onOpen = (cancel: () => void) => {
    page.cancel = cancel;
    return () => {
      page.closed += 1;
    };
  };
  const channel = { address: () => '', listen: () => () => {}, send() {} } as never;
  const options = {
    window,
    channel,
    verification: { title: 'Freigabe', cancel: 'Abbrechen', onOpen },
    signal: new AbortController().signal,
    limits: { load: 1, shopper: 1 },
  };
  return { page, options, isShown: () => made.some(({ isShown }) => isShown) };
}

test('the page can cancel the bank’s approvals while their dialog is open, for the browser’s Back', async () => {
  const { page, options, isShown } = openPage();
  const acting = actInDialog({ ...options, transactionId: '1' });
  expect(isShown()).toBe(true);
  page.cancel();
  expect(await acting).toBe('CANCELLED');
  expect([page.closed, isShown()]).toEqual([1, false]);

  const challenge = { challenge_id: '1', title: 'Freigabe', cancel_label: 'Abbrechen' };
  const verifying = verifyInDialog({ ...options, challenge: challenge as never });
  page.cancel();
  expect(await verifying).toEqual({ outcome: 'failed', failure: { code: 'VERIFICATION_CANCELLED' } });
  expect([page.closed, isShown()]).toEqual([2, false]);
});
