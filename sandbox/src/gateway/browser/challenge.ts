import type { SandboxTokenization } from '../../frame-messages.ts';
import { type FrameSettings, findElement, openFrameLink, readSettings } from './frame-link.ts';
import { confirmChallenge } from './gateway-client.ts';

/**
 * Script of the issuer's challenge page: accepts codes until one is correct, the issuer refuses, or the
 * shopper cancels.
 */
interface ChallengeSettings extends FrameSettings {
  readonly challenge_id: string;
  readonly wrong_code: string;
}

const settings = readSettings<ChallengeSettings>();
const link = openFrameLink(settings);
const code = findElement('code', HTMLInputElement);
const button = findElement('confirm', HTMLButtonElement);
const problem = findElement('problem', HTMLParagraphElement);

function end(result: SandboxTokenization): void {
  button.disabled = true;
  link.sendToPage({ type: 'challenge_ended', result });
}

async function confirm(): Promise<void> {
  button.disabled = true;
  const response = await confirmChallenge(settings.challenge_id, code.value, AbortSignal.timeout(15_000));
  if (response.outcome !== 'wrong_code') return end(response);
  button.disabled = false;
  code.setAttribute('aria-invalid', 'true');
  problem.textContent = settings.wrong_code;
  code.select();
}

findElement('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (!button.disabled) void confirm();
});

window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') end({ outcome: 'failed', failure: { code: 'VERIFICATION_CANCELLED' } });
});

link.onPage((event) => {
  if (event.type === 'focus') code.focus();
});

code.disabled = false;
button.disabled = false;
link.sendToPage({ type: 'challenge_shown' });
