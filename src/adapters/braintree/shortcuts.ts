import { BehaviorSubject } from 'rxjs';
import type { PaymentShortcut } from '#ports/card-tokenizer.ts';
import { attempt } from './attempt.ts';
import type { OpenShortcuts, ShortcutParts } from './shortcut-parts.ts';

/** In the order in which they are shown. */
const openers: readonly (() => Promise<OpenShortcuts>)[] = [
  async () => (await import('./saved-cards.ts')).openSavedCards,
  async () => (await import('./apple-pay-wallet.ts')).openApplePay,
  async () => (await import('./google-pay-wallet.ts')).openGooglePay,
  async () => (await import('./paypal-wallet.ts')).openPayPal,
];

/** Brings every way to pay that can be had; what fails yields no instance (specification §4). */
export function openShortcuts(parts: ShortcutParts): BehaviorSubject<readonly PaymentShortcut[]> {
  const found: (readonly PaymentShortcut[])[] = openers.map(() => []);
  const shortcuts = new BehaviorSubject<readonly PaymentShortcut[]>([]);
  for (const [index, load] of openers.entries()) {
    void attempt(parts.limits, async () => (await load())(parts)).then((opened) => {
      if (!opened.ok || opened.value.length === 0 || parts.limits.signal.aborted) return;
      found[index] = opened.value;
      shortcuts.next(found.flat());
    });
  }
  return shortcuts;
}
