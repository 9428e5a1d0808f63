import { type FrameSettings, findElement, openFrameLink, readSettings } from './frame-link.ts';
import { actForBuyer } from './gateway-client.ts';

/**
 * Script of the bank's page for an action. In a frame it notifies the shop's page when the buyer has finished; a
 * standalone page returns to the shop.
 */
interface ActionSettings extends FrameSettings {
  readonly transaction_id: string;
  /** URL to open at the end; null in a frame. */
  readonly return_url: string | null;
  readonly failed: string;
}

const settings = readSettings<ActionSettings>();
const link = settings.return_url === null ? openFrameLink(settings) : null;
const problem = findElement('problem', HTMLParagraphElement);
const form = findElement('form', HTMLFormElement);

function setDisabled(isDisabled: boolean): void {
  for (const button of form.querySelectorAll('button')) button.disabled = isDisabled;
}

async function act(choice: string): Promise<void> {
  setDisabled(true);
  problem.textContent = '';
  const isDone = await actForBuyer(settings.transaction_id, choice, AbortSignal.timeout(15_000));
  if (!isDone) {
    problem.textContent = settings.failed;
    setDisabled(false);
  } else if (settings.return_url === null) link?.sendToPage({ type: 'action_ended' });
  else window.location.assign(settings.return_url);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.submitter instanceof HTMLButtonElement) void act(event.submitter.value);
});

// The dialog around a frame has its own button.
findElement('cancel', HTMLButtonElement).hidden = link !== null;

window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') link?.sendToPage({ type: 'action_left' });
});

link?.onPage((event) => {
  if (event.type === 'focus') findElement('approve', HTMLButtonElement).focus();
});
setDisabled(false);
link?.sendToPage({ type: 'action_shown' });
