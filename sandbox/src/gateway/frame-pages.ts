import { html, raw } from 'hono/html';
import type { Locale } from 'meisterhand/model';
import type { CardFieldName } from 'meisterhand/rules';
import { formatNumber } from './card-input-rules.ts';
import { challengeTexts } from './challenges.ts';
import { publicNonces, testCards } from './test-cards.ts';

/** Returns the font declarations, with URLs of the gateway: a frame may not load files from the shop. */
function typeface(files: string): string {
  const face = (file: string, range: string) => `@font-face {
  font-family: "Inter Variable"; font-style: normal; font-weight: 100 900; font-display: swap;
  src: url("${files}/${file}") format("woff2"); unicode-range: ${range};
}`;
  return [
    face(
      'inter-latin-opsz-normal.woff2',
      'U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC',
    ),
    face('inter-latin-ext-opsz-normal.woff2', 'U+0100-02BA, U+1E00-1E9F, U+1EF2-1EFF'),
  ].join('\n');
}

/** The colours of the shop's theme, so that a frame looks like a part of the page. */
const paper = `:root {
  --paper: #fffcf5; --ink: #14110d; --muted: #5c5343; --line: rgb(20 17 13 / 0.52); --danger: #a5351f;
  --focus: #8a6503; --bank: #1d3b53;
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); font: 400 1rem/1.5 "Inter Variable", "Helvetica Neue", Arial, sans-serif; }`;

/**
 * Returns the style of a card field. The page draws border, background and focus ring; the whole box can be
 * clicked.
 */
function fieldStyle(files: string): string {
  return `${typeface(files)}
${paper}
html, body, form { height: 100%; background: transparent; overflow: hidden; }
form { margin: 0; }
label, #error { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
input {
  width: 100%; height: 100%; margin: 0; padding: 0 1rem; border: 0; border-radius: 0; outline: 0; appearance: none;
  background: transparent; color: inherit; font: inherit; font-variant-numeric: tabular-nums lining-nums;
}
input::placeholder { color: var(--muted); opacity: 0.8; }`;
}

/** Returns the style of the pages of issuers and wallets, which must not look like the shop. */
export function dialogStyle(files: string): string {
  return `${typeface(files)}
${paper}
body { background: var(--paper); }
main { padding: 0 1.5rem 1.5rem; }
.bank { margin: 0 -1.5rem 1.5rem; padding: 0.75rem 1.5rem; background: var(--bank); color: var(--paper); font-weight: 600; }
h1 { margin: 0 0 0.5rem; font-size: 1.3125rem; line-height: 1.2; font-weight: 600; }
p { margin: 0 0 1rem; }
dl { margin: 0 0 1.25rem; border-block: 1px solid rgb(20 17 13 / 0.16); padding-block: 0.5rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.25rem; }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 520; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 0.5rem; font-size: 0.9375rem; font-weight: 520; }
input {
  width: 100%; min-height: 3rem; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 4px;
  background: transparent; color: inherit; font: inherit; letter-spacing: 0.2em;
}
input:focus { outline: 2px solid var(--focus); border-color: transparent; }
input[aria-invalid="true"] { border-color: var(--danger); }
#problem { min-height: 2.8em; margin: 0.5rem 0; font-size: 0.9375rem; line-height: 1.4; color: var(--danger); }
button {
  width: 100%; min-height: 3rem; border: 0; border-radius: 4px; background: var(--bank); color: var(--paper);
  font: inherit; font-weight: 600; cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; }
button:disabled { opacity: 0.6; cursor: default; }
.hint { margin: 1rem 0 0; font-size: 0.8125rem; color: var(--muted); }`;
}

/** Returns the style of the start page for developers. */
function indexStyle(files: string): string {
  return `${typeface(files)}
${paper}
body { background: var(--paper); }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid rgb(20 17 13 / 0.16); text-align: left; }`;
}

export type Page = ReturnType<typeof html>;

interface PageParts {
  readonly lang: Locale;
  readonly title: string;
  /** Nonce of the page's own style and script; no other ones are allowed. */
  readonly nonce: string;
  readonly style: string;
  readonly body: Page;
  /** URL of the page's script; null for a page without a script. */
  readonly script: string | null;
  /** Settings for the script; contain no secrets. */
  readonly settings: object;
}

/** Returns a JSON data block for a page; `<` is escaped, so that no value can close the block. */
function dataBlock(settings: object): Page {
  return raw(JSON.stringify(settings).replaceAll('<', '\\u003c'));
}

/**
 * Returns a page of the gateway with its own style and script. Buttons that finish the page are disabled until the
 * script has loaded: an earlier form submit would be blocked by the page's policy without any visible effect.
 */
export function page({ lang, title, nonce, style, body, script, settings }: PageParts): Page {
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

export interface FramePage {
  readonly lang: Locale;
  readonly nonce: string;
  /** URL path of the frames' files. */
  readonly files: string;
  readonly settings: object;
}

/**
 * Returns the page of one card field: an input that fills its frame. Label and placeholder are those of the
 * shop's page.
 */
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
 autocapitalize="off" autocorrect="off" spellcheck="false" aria-required="true" aria-describedby="error">
<span id="error" aria-live="polite"></span>
</form>`;
  const script = `${files}/field.js`;
  return page({ lang, title: field, nonce, style: fieldStyle(files), body, script, settings });
}

interface ChallengePage extends FramePage {
  /** Host name of the shop, which the issuer shows. */
  readonly shop: string;
  /** Amount in cents. */
  readonly amount: number;
  readonly last_four: string;
  readonly isHopeless: boolean;
}

/** Returns the issuer's 3-D Secure page. */
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
<input id="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="8" aria-describedby="problem hint" disabled>
<p id="problem" role="alert"></p>
<button id="confirm" type="submit" disabled>${texts.confirm}</button>
</form>
<p id="hint" class="hint">${parts.isHopeless ? texts.hint_hopeless : texts.hint}</p>
</main>`;
  const script = `${files}/challenge.js`;
  const style = dialogStyle(files);
  return page({ lang, title: texts.title, nonce, style, body, script, settings });
}

/** Returns the start page for developers, which lists the test cards. */
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
