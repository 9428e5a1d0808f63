import { html } from 'hono/html';
import type { Localized } from 'meisterhand/model';
import { dialogStyle, type FramePage, type Page, page } from './frame-pages.ts';
import type { ActionEntry } from './ledger-file.ts';

/** Texts of the simulated bank. They belong to the provider, so they are not in the shop's locales. */
interface ActionTexts {
  readonly title: string;
  readonly bank: string;
  readonly test_mode: string;
  readonly intro: string;
  readonly order: string;
  readonly amount: string;
  readonly card: string;
  readonly approve: string;
  readonly decline: string;
  readonly cancel: string;
  readonly over: string;
  readonly back: string;
  readonly failed: string;
}

export const actionTexts: Localized<ActionTexts> = {
  de: {
    title: 'Zahlung freigeben',
    bank: 'Testbank',
    test_mode: 'Testbetrieb',
    intro: 'Ihre Bank bittet Sie, diese Zahlung freizugeben.',
    order: 'Bestellung',
    amount: 'Betrag',
    card: 'Karte',
    approve: 'Freigeben',
    decline: 'Ablehnen',
    cancel: 'Abbrechen',
    over: 'Diese Zahlung wartet nicht mehr auf Sie.',
    back: 'Zurück zum Shop',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  en: {
    title: 'Approve the payment',
    bank: 'Test Bank',
    test_mode: 'test mode',
    intro: 'Your bank asks you to approve this payment.',
    order: 'Order',
    amount: 'Amount',
    card: 'Card',
    approve: 'Approve',
    decline: 'Decline',
    cancel: 'Cancel',
    over: 'This payment does not wait for you any more.',
    back: 'Back to the shop',
    failed: 'That did not work. Please try again.',
  },
};

const ownStyle = `
.bank small { float: right; font-weight: 400; font-size: 0.8125rem; line-height: 1.85; }
main { max-width: 26rem; margin: 0 auto; }
button + button { margin-top: 0.5rem; }
.quiet { border: 1px solid var(--bank); background: transparent; color: var(--bank); }
button[hidden] { display: none; }
a { color: var(--bank); }`;

interface ActionPage extends FramePage {
  readonly action: ActionEntry;
  /** Whether the payment still waits for the buyer. */
  readonly isOpen: boolean;
}

/** Returns the bank's page for an action: standalone, or in a frame of the shop's page. */
export function actionPage({ lang, nonce, files, settings, action, isOpen }: ActionPage): Page {
  const texts = actionTexts[lang];
  const format = new Intl.NumberFormat(lang === 'de' ? 'de-DE' : 'en-US', {
    style: 'currency',
    currency: 'EUR',
  });
  const form = html`<form id="form" novalidate>
<p id="problem" role="alert"></p>
<button id="approve" type="submit" value="approve" disabled>${texts.approve}</button>
<button type="submit" class="quiet" value="decline" disabled>${texts.decline}</button>
<button id="cancel" type="submit" class="quiet" value="cancel" disabled>${texts.cancel}</button>
</form>`;
  const back =
    action.return_url === null ? '' : html`<p><a href="${action.return_url}">${texts.back}</a></p>`;
  const body = html`<main>
<p class="bank">${texts.bank} <small>${texts.test_mode}</small></p>
<h1>${texts.title}</h1>
<p>${isOpen ? texts.intro : texts.over}</p>
<dl>
<div><dt>${texts.order}</dt><dd>${action.order_code}</dd></div>
<div><dt>${texts.amount}</dt><dd>${format.format(action.amount / 100)}</dd></div>
<div><dt>${texts.card}</dt><dd>•••• ${action.card.last_four ?? ''}</dd></div>
</dl>
${isOpen ? form : back}
</main>`;
  return page({
    lang,
    title: texts.title,
    nonce,
    style: `${dialogStyle(files)}${ownStyle}`,
    body,
    script: isOpen ? `${files}/action.js` : null,
    settings: { ...settings, transaction_id: action.transaction_id, failed: texts.failed },
  });
}
