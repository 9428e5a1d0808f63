import type { CardFieldName } from 'meisterhand/rules';
import { createCardInput } from './card-input.ts';
import { type FrameSettings, findElement, openFrameLink, readSettings } from './frame-link.ts';
import { confirmClientToken } from './gateway-client.ts';
import { openTokenizer } from './tokenizer.ts';

/**
 * Script of a card field's frame with one input. The page receives only the state of the input; the other
 * frames of the form receive its text.
 */
const settings = readSettings<FrameSettings & { readonly field: CardFieldName }>();
const { field } = settings;
const element = findElement('field', HTMLInputElement);
const link = openFrameLink(settings);
let clientToken: string | null = null;

const input = createCardInput({
  element,
  field,
  onChange() {
    tellCardType();
    link.sendToPage({ type: 'state', field, state: input.state(), card_type: input.cardType() });
  },
});
function tellCardType(): void {
  if (field === 'number') link.sendToSiblings({ type: 'card_type', card_type: input.cardType() });
}

const tokenizer =
  field === 'number' ? openTokenizer({ link, input, lang: document.documentElement.lang }) : null;

findElement('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  link.sendToPage({ type: 'submit', field });
});

async function configure(token: string): Promise<void> {
  const failure = tokenizer === null ? null : await confirmClientToken(token, AbortSignal.timeout(15_000));
  clientToken = token;
  link.sendToPage(failure === null ? { type: 'configured', field } : { type: 'refused', failure });
}

link.onPage((event) => {
  if (event.type === 'configure') {
    findElement('label', HTMLLabelElement).textContent = event.label;
    document.title = event.label;
    element.placeholder = event.placeholder;
    void configure(event.client_token);
  } else if (event.type === 'focus') {
    element.focus();
  } else if (event.type === 'describe_error') {
    findElement('error', HTMLElement).textContent = event.message;
    element.setAttribute('aria-invalid', String(event.message !== null));
  } else if (event.type === 'tokenize' && clientToken !== null) {
    tokenizer?.tokenize(clientToken, event.request, event.subject);
  } else if (event.type === 'abandon') {
    tokenizer?.abandon(event.request);
  }
});

link.onSibling((event) => {
  if (event.type === 'collect') {
    const { request } = event;
    link.sendToSiblings({ type: 'value', request, field, text: element.value, state: input.state() });
  } else if (event.type === 'started') {
    tellCardType();
  } else if (event.type === 'card_type') {
    input.expectCardType(event.card_type);
  } else if (event.type === 'refuse' && event.fields.includes(field)) {
    input.refuse();
  }
});

link.sendToPage({ type: 'ready', field });
link.sendToSiblings({ type: 'started' });
input.takeOver();
