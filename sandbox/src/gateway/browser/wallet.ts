import type { PostalAddress } from 'meisterhand/model';
import type { WalletContact } from 'meisterhand/ports';
import type { SandboxApproval, SandboxPageEvent, WalletChoice } from '../../frame-messages.ts';
import { type FrameSettings, findElement, openFrameLink, readSettings } from './frame-link.ts';
import { approveWallet } from './gateway-client.ts';

/** Script of a simulated wallet, in a window or a frame: shows the payment and returns a nonce, or none. */
interface WalletSettings extends FrameSettings {
  readonly wallet: string;
  readonly lang: 'de' | 'en';
  readonly email: string;
  readonly addresses: readonly PostalAddress[];
  readonly email_wrong: string;
  readonly no_address: string;
  readonly failed: string;
}

type Payment = Extract<SandboxPageEvent, { readonly type: 'open_wallet' }>;

const settings = readSettings<WalletSettings>();
const link = openFrameLink(settings);
const email = findElement('email', HTMLInputElement);
const addresses = findElement('address', HTMLSelectElement);
const problem = findElement('problem', HTMLParagraphElement);
const accept = findElement('accept', HTMLButtonElement);
const decline = findElement('decline', HTMLButtonElement);
let payment: Payment | null = null;
let isEnded = false;

function end(result: SandboxApproval): void {
  if (isEnded) return;
  isEnded = true;
  setDisabled(true);
  link.sendToPage({ type: 'wallet_ended', result });
}

function setDisabled(isDisabled: boolean): void {
  accept.disabled = isDisabled;
  decline.disabled = isDisabled;
}

function show(opened: Payment): void {
  payment = opened;
  const format = new Intl.NumberFormat(settings.lang === 'de' ? 'de-DE' : 'en-US', {
    style: 'currency',
    currency: 'EUR',
  });
  findElement('merchant', HTMLElement).textContent = opened.merchant;
  findElement('amount', HTMLElement).textContent = format.format(opened.amount / 100);
  const { countries } = opened;
  if (countries !== null) offerContact(countries);
  setDisabled(countries !== null && addresses.options.length === 0);
  accept.focus();
}

function offerContact(countries: readonly string[]): void {
  findElement('contact', HTMLElement).hidden = false;
  findElement('delivery', HTMLElement).hidden = false;
  email.value = settings.email;
  for (const [index, address] of settings.addresses.entries()) {
    if (!countries.includes(address.country)) continue;
    const { street, house_number, postal_code, city } = address;
    addresses.append(new Option(`${street} ${house_number}, ${postal_code} ${city}`, String(index)));
  }
  if (addresses.options.length === 0) problem.textContent = settings.no_address;
}

/** Returns the contact. Null if the e-mail address is invalid; an error is then shown. */
function readContact(): WalletContact | null {
  const address = settings.addresses[Number(addresses.value)];
  const isComplete = email.value.trim() !== '' && email.checkValidity() && address !== undefined;
  email.toggleAttribute('aria-invalid', !isComplete);
  problem.textContent = isComplete ? '' : settings.email_wrong;
  if (isComplete) return { email: email.value.trim(), address };
  email.focus();
  return null;
}

async function approve({ client_token, countries }: Payment, choice: WalletChoice): Promise<void> {
  const contact = countries === null ? null : readContact();
  if (countries !== null && contact === null) return;
  setDisabled(true);
  const request = { client_token, wallet: settings.wallet, choice };
  const approved = await approveWallet(request, AbortSignal.timeout(15_000));
  if (approved.ok) return end({ outcome: 'approved', nonce: approved.body, contact });
  if (approved.failure.code !== 'NETWORK') return end({ outcome: 'failed', failure: approved.failure });
  setDisabled(false);
  problem.textContent = settings.failed;
}

findElement('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const choice = event.submitter === decline ? 'decline' : 'accept';
  if (payment !== null && !accept.disabled) void approve(payment, choice);
});

const cancel = findElement('cancel', HTMLButtonElement);
cancel.addEventListener('click', () => end({ outcome: 'cancelled' }));
// The dialog around a frame has its own button.
cancel.hidden = window.opener === null;

window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') end({ outcome: 'cancelled' });
});

link.onPage((event) => {
  if (event.type === 'open_wallet' && payment === null) show(event);
});

cancel.disabled = false;
link.sendToPage({ type: 'wallet_shown' });
