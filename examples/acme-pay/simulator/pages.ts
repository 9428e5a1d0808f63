/**
 * Returns the frame with all card fields. It communicates with the shop's page only by messages, and with Acme Pay by
 * requests.
 */
export function framePage(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title><style>
body { margin: 0; font: 16px system-ui; } form { display: grid; gap: 8px; grid-template-columns: repeat(2, minmax(0, 1fr)); padding: 4px; }
label { display: grid; gap: 2px; font-size: 13px; } .wide { grid-column: 1 / 3; }
input { box-sizing: border-box; width: 100%; height: 40px; padding: 0 8px; font: inherit; font-size: 16px; border: 1px solid #767676; border-radius: 4px; }
[aria-invalid] { border-color: #b00020; } span { color: #b00020; font-size: 13px; }</style>
<form>
<label class="wide">Name <input id="cardholderName" autocomplete="cc-name"></label>
<label class="wide">Number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiry <input id="expirationDate" inputmode="numeric" autocomplete="cc-exp"></label>
<label>CVC <input id="cvv" inputmode="numeric" autocomplete="cc-csc"></label>
</form>
<script>
const names = ['cardholderName', 'number', 'expirationDate', 'cvv'];
const rules = {
  cardholderName: /\\S/, number: /^\\d{16}$/, expirationDate: /^(0[1-9]|1[0-2])\\/?(2[6-9]|[3-9]\\d)$/, cvv: /^\\d{3}$/,
};
const input = (name) => document.getElementById(name);
const typed = (name) => name === 'cardholderName' ? input(name).value.trim() : input(name).value.replace(/[\\s-]/g, '');
const tell = (message) => parent.postMessage({ acme: 1, ...message }, '*');
function state() {
  const fields = {};
  for (const name of names) {
    const text = typed(name);
    fields[name] = {
      is_empty: text === '', is_focused: document.activeElement === input(name),
      is_valid: rules[name].test(text),
      is_potentially_valid: name === 'cardholderName' || /^[\\d/]*$/.test(text) && text.length <= { number: 16, expirationDate: 5, cvv: 3 }[name],
    };
  }
  const card_type = /^4/.test(typed('number')) ? 'visa' : null;
  tell({ type: 'state', state: { fields, card_type } });
}
async function tokenize(request) {
  const empty = names.every((name) => typed(name) === '');
  const invalid = names.filter((name) => !rules[name].test(typed(name)));
  if (empty) return tell({ type: 'token', request, error: { code: 'FIELDS_EMPTY' } });
  if (invalid.length > 0) return tell({ type: 'token', request, error: { code: 'FIELDS_INVALID', fields: invalid } });
  try {
    const response = await fetch('/tokens', { method: 'POST', body: JSON.stringify({ number: typed('number') }) });
    const answer = await response.json();
    if (response.ok) tell({ type: 'token', request, token: answer.token, card: answer.card });
    else tell({ type: 'token', request, error: { code: response.status === 402 ? 'CARD_REFUSED' : 'PROVIDER_ERROR' } });
  } catch {
    tell({ type: 'token', request, error: { code: 'NETWORK' } });
  }
}
for (const name of names) for (const kind of ['input', 'focus', 'blur']) input(name).addEventListener(kind, () => setTimeout(state));
document.querySelector('form').addEventListener('keydown', (event) => { if (event.key === 'Enter') tell({ type: 'submit' }); });
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data.acme !== 1) return;
  if (data.type === 'focus') input(data.field).focus();
  if (data.type === 'tokenize') void tokenize(data.request);
  if (data.type === 'labels') for (const name of names) input(name).parentElement.firstChild.data = data.labels[name] + ' ';
  if (data.type === 'error') {
    const field = input(data.field);
    let note = document.getElementById(data.field + '-error');
    if (note === null) { note = document.createElement('span'); note.id = data.field + '-error'; note.className = 'wide'; field.parentElement.after(note); }
    note.textContent = data.message ?? '';
    if (data.message === null) { field.removeAttribute('aria-invalid'); field.removeAttribute('aria-describedby'); }
    else { field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', note.id); }
  }
});
new ResizeObserver(() => tell({ type: 'height', height: document.documentElement.offsetHeight })).observe(document.documentElement);
tell({ type: 'ready' });
state();
</script></html>`;
}

/** Returns a bank's page on which the buyer confirms a payment. `amount` in cents; null after the buyer has decided. */
export function bankPage(amount: number | null): string {
  const body =
    amount === null
      ? `<p>Done.</p><script>parent.postMessage({ acme: 1, type: 'bank' }, '*');</script>`
      : `<p>Confirm the payment of ${(amount / 100).toFixed(2)} EUR.</p><form method="post">
<button name="choice" value="approve">Confirm</button> <button name="choice" value="refuse">Refuse</button> <button name="choice" value="cancel">Cancel</button></form>
<script>parent.postMessage({ acme: 1, type: 'ready' }, '*');</script>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bank of the simulator</title>
<body style="font: 16px system-ui; padding: 16px"><h1>Your bank</h1>${body}</body></html>`;
}
