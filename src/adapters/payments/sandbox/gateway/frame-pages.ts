import { html, raw } from 'hono/html';
import { formatNumber } from '#adapters/payments/sandbox/gateway/browser/card-formatting.ts';
import { testCards } from '#adapters/payments/sandbox/gateway/browser/test-cards.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { CardFieldName } from '#core/rules/payment.ts';
import { challengeTexts } from './challenge-texts.ts';
import { challengeStyle, fieldStyle, indexStyle } from './frame-styles.ts';
import { publicNonces } from './payment-means.ts';

type Page = ReturnType<typeof html>;

interface PageParts {
  readonly lang: Locale;
  readonly title: string;
  /** Allows this page's own style and script, and no other. */
  readonly nonce: string;
  readonly style: string;
  readonly body: Page;
  /** Where the page's script is; null for a page that needs none. */
  readonly script: string | null;
  /** Read by the script; no secrets. */
  readonly settings: object;
}

/** JSON for a data block: `<` is written so that no text can end the block. */
function dataBlock(settings: object): Page {
  return raw(JSON.stringify(settings).replaceAll('<', '\\u003c'));
}

function page({ lang, title, nonce, style, body, script, settings }: PageParts): Page {
  const scripts =
    script === null
      ? ''
      : html`<script type="application/json" id="settings">${dataBlock(settings)}</script>
<script type="module" nonce="${nonce}" src="${script}"></script>`;
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
<style nonce="${nonce}">${raw(style)}</style>
${scripts}
</head>
<body>${body}</body>
</html>`;
}

interface InputFacts {
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'text';
}

const inputs: Readonly<Record<CardFieldName, InputFacts>> = {
  cardholderName: { autocomplete: 'cc-name', inputmode: 'text' },
  number: { autocomplete: 'cc-number', inputmode: 'numeric' },
  expirationDate: { autocomplete: 'cc-exp', inputmode: 'numeric' },
  cvv: { autocomplete: 'cc-csc', inputmode: 'numeric' },
};

interface FramePage {
  readonly lang: Locale;
  readonly nonce: string;
  /** Folder of the frames' files. */
  readonly files: string;
  readonly settings: object;
}

/** The page of one card field: an input that fills its frame. Label and placeholder come from the page around it. */
export function fieldPage({
  field,
  lang,
  nonce,
  files,
  settings,
}: FramePage & { field: CardFieldName }): Page {
  const { autocomplete, inputmode } = inputs[field];
  const body = html`<form id="form" novalidate>
<label id="label" for="field"></label>
<input id="field" name="${field}" type="text" autocomplete="${autocomplete}" inputmode="${inputmode}"
 autocapitalize="off" autocorrect="off" spellcheck="false" aria-required="true">
</form>`;
  const script = `${files}/field.ts`;
  return page({ lang, title: field, nonce, style: fieldStyle(files), body, script, settings });
}

interface ChallengePage extends FramePage {
  /** The shop's host name, as a bank would show it. */
  readonly shop: string;
  /** Cents. */
  readonly amount: number;
  readonly last_four: string;
  readonly isHopeless: boolean;
}

/** The issuer's 3-D Secure page. */
export function challengePage(parts: ChallengePage): Page {
  const { lang, nonce, files, settings } = parts;
  const texts = challengeTexts[lang];
  const format = new Intl.NumberFormat(lang === 'de' ? 'de-DE' : 'en-US', {
    style: 'currency',
    currency: 'EUR',
  });
  const body = html`<main>
<p class="bank">${texts.bank}</p>
<h1>${texts.title}</h1>
<p>${texts.intro}</p>
<dl>
<div><dt>${texts.shop}</dt><dd>${parts.shop}</dd></div>
<div><dt>${texts.amount}</dt><dd>${format.format(parts.amount / 100)}</dd></div>
<div><dt>${texts.card}</dt><dd>•••• ${parts.last_four}</dd></div>
</dl>
<form id="form" novalidate>
<label for="code">${texts.code}</label>
<input id="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="8" aria-describedby="problem hint">
<p id="problem" role="alert"></p>
<button id="confirm" type="submit">${texts.confirm}</button>
</form>
<p id="hint" class="hint">${parts.isHopeless ? texts.hint_hopeless : texts.hint}</p>
</main>`;
  const script = `${files}/challenge.ts`;
  const style = challengeStyle(files);
  return page({ lang, title: texts.title, nonce, style, body, script, settings });
}

/** What a developer sees at the gateway's address: that it is a sandbox, and what can be typed into it. */
export function indexPage({ nonce, files }: { nonce: string; files: string }): Page {
  const rows = testCards.map(
    ({ number, behaviour }) =>
      html`<tr><td>${formatNumber({ text: number, caret: 0 }).text}</td><td>${behaviour.replaceAll('_', ' ')}</td></tr>\n`,
  );
  const nonces = [...publicNonces.keys()].map((name) => html`<li><code>${name}</code></li>\n`);
  const body = html`<main>
<h1>Sandbox payment gateway</h1>
<p>No money moves here. Any name, any coming month and any security code of the right length go with these numbers;
the 3-D Secure code is 1234. Other card numbers are refused before they leave the field.</p>
<table><thead><tr><th>Card number</th><th>What it does</th></tr></thead><tbody>${rows}</tbody></table>
<h2>Nonces that need no card</h2>
<ul>${nonces}</ul>
</main>`;
  const title = 'Sandbox payment gateway';
  return page({ lang: 'en', title, nonce, style: indexStyle(files), body, script: null, settings: {} });
}
