import { challengeTexts } from '#sandbox/src/gateway/challenges.ts';

/**
 * The bank's page of a 3-D Secure challenge, with the texts of the sandbox gateway's page, so that one test
 * can use both providers. The correct code is 1234; after three wrong codes the challenge fails.
 */
const query = new URLSearchParams(window.location.search);
const words = challengeTexts[query.get('lang') === 'en' ? 'en' : 'de'];
const isRefused = query.get('bank') === 'refuses';
let tries = 0;

function answer(given: 'pass' | 'fail' | 'cancel'): void {
  window.parent.postMessage({ songbird: query.get('transaction'), answer: given }, '*');
}

const form = document.createElement('form');
const label = document.createElement('label');
const code = document.createElement('input');
const confirm = document.createElement('button');
const fault = document.createElement('p');
code.id = 'code';
label.htmlFor = 'code';
label.textContent = words.code;
confirm.id = 'confirm';
confirm.textContent = words.confirm;
fault.setAttribute('role', 'alert');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (code.value === '1234' && !isRefused) return answer('pass');
  tries += 1;
  if (tries === 3 || isRefused) return answer('fail');
  fault.textContent = words.wrong_code;
});
form.append(label, code, confirm, fault);
document.body.append(form);
code.focus();
