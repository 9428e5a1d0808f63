import type { OpenCardForm } from 'meisterhand/browser';
import type { Frame, Page } from 'playwright';

/** Presses a wallet's button; returns the page or frame of the wallet once it can be used. */
export async function openWallet({ page }: OpenCardForm, kind: string): Promise<Page | Frame> {
  const button = page.getByRole('button', { name: kind, exact: true });
  if (kind === 'paypal') {
    const opened = page.waitForEvent('popup');
    await button.click();
    const popup = await opened;
    await popup.locator('#accept:enabled').waitFor();
    return popup;
  }
  await button.click();
  const handle = await page.getByRole('dialog').locator('iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('The sheet has no frame');
  await frame.locator('#accept:enabled').waitFor();
  return frame;
}

/** Waits for the result of the `count`th wallet payment. */
export async function walletResult({ page }: OpenCardForm, count: number) {
  await page.waitForFunction((least) => window.cardForm.walletResults().length >= least, count);
  return (await page.evaluate(() => window.cardForm.walletResults())).at(-1);
}

/** Completes a wallet payment and returns the result that the page received. */
export async function answerWallet(
  form: OpenCardForm,
  kind: string,
  answer: 'accept' | 'decline' | 'cancel',
) {
  const before = await form.page.evaluate(() => window.cardForm.walletResults().length);
  const wallet = await openWallet(form, kind);
  const isSheetLeft = answer === 'cancel' && kind === 'google_pay';
  await (isSheetLeft
    ? form.page.getByRole('button', { name: 'Abbrechen' }).click()
    : wallet.locator(`#${answer}`).click());
  const result = await walletResult(form, before + 1);
  if (result === undefined) throw new Error('The wallet has no result');
  return result;
}
