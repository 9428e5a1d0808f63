import { html } from 'hono/html';
import { dialogStyle, type FramePage, type Page, page } from './frame-pages.ts';
import { type WalletKind, walletAddresses, walletNames, walletTexts } from './wallets.ts';

const ownStyle = `
main { padding-bottom: 1rem; }
.bank { margin-bottom: 1rem; }
body { color-scheme: light; }
.bank small { float: right; font-weight: 400; font-size: 0.8125rem; line-height: 1.85; }
dl { margin-bottom: 0.75rem; }
label { margin-bottom: 0.25rem; }
#contact { display: grid; gap: 0.75rem; margin-bottom: 0.5rem; }
#contact[hidden] { display: none; }
input { letter-spacing: 0; }
select {
  width: 100%; min-height: 3rem; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 4px;
  background: transparent; color: inherit; font: inherit;
}
select:focus { outline: 2px solid var(--focus); border-color: transparent; }
#problem { min-height: 0; margin: 0 0 0.5rem; }
.hint { margin-top: 0.75rem; }
.quiet { margin-top: 0.5rem; border: 1px solid var(--bank); background: transparent; color: var(--bank); }`;

/**
 * Returns the page of a simulated wallet, for a window or a frame. Its script fills in the amount, the e-mail address
 * and the addresses to choose from.
 */
export function walletPage({
  lang,
  nonce,
  files,
  settings,
  wallet,
  email,
}: FramePage & { wallet: WalletKind; email: string }): Page {
  const texts = walletTexts[lang];
  const body = html`<main>
<p class="bank">${walletNames[wallet]} <small>${texts.test_mode}</small></p>
<h1>${texts.heading}</h1>
<dl>
<div><dt id="merchant"></dt><dd id="amount"></dd></div>
</dl>
<form id="form" novalidate>
<div id="contact" hidden>
<div><label for="email">${texts.email}</label><input id="email" type="email" maxlength="320" aria-describedby="problem"></div>
<div><label for="address">${texts.address}</label><select id="address"></select></div>
</div>
<p id="problem" role="alert"></p>
<button id="accept" type="submit" disabled>${texts.accept}</button>
<button id="decline" class="quiet" type="submit" disabled>${texts.decline}</button>
<button id="cancel" class="quiet" type="button" disabled>${texts.cancel}</button>
</form>
<p class="hint"><span id="delivery" hidden>${texts.delivery}</span> ${texts.hint}</p>
</main>`;
  const { email_wrong, no_address, failed } = texts;
  return page({
    lang,
    title: `${walletNames[wallet]} (${texts.test_mode})`,
    nonce,
    style: `${dialogStyle(files)}${ownStyle}`,
    body,
    script: `${files}/wallet.js`,
    settings: {
      ...settings,
      wallet,
      lang,
      email,
      addresses: walletAddresses,
      email_wrong,
      no_address,
      failed,
    },
  });
}
