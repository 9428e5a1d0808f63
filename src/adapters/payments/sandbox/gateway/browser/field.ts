import type { CardFieldName } from '#core/rules/payment.ts';
import { createCardInput } from './card-input.ts';
import type { YearMonth } from './card-validity.ts';
import type { FrameSettings } from './frame-link.ts';
import { findElement, openFrameLink, readSettings } from './frame-link.ts';
import { confirmClientToken } from './gateway-client.ts';
import { openNumberDesk } from './tokenizer.ts';

/** Entry of a card field's frame: one input, its state told to the page, its text told to nobody but the siblings. */
const settings = readSettings<FrameSettings & { readonly field: CardFieldName; readonly today: YearMonth }>();
const { field } = settings;
const element = findElement('field', HTMLInputElement);
const link = openFrameLink(settings);
let clientToken: string | null = null;

const input = createCardInput({
  element,
  field,
  today: settings.today,
  onChange() {
    const card_type = input.cardType();
    if (field === 'number') link.tellSiblings({ type: 'card_type', card_type });
    link.tellPage({ type: 'state', field, state: input.state(), card_type });
  },
});
const desk = field === 'number' ? openNumberDesk({ link, input, lang: document.documentElement.lang }) : null;

findElement('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  link.tellPage({ type: 'submit', field });
});

async function configure(token: string): Promise<void> {
  const failure = desk === null ? null : await confirmClientToken(token, AbortSignal.timeout(15_000));
  clientToken = token;
  link.tellPage(failure === null ? { type: 'configured', field } : { type: 'refused', failure });
}

link.onPage((event) => {
  if (event.type === 'configure') {
    findElement('label', HTMLLabelElement).textContent = event.label;
    document.title = event.label;
    element.placeholder = event.placeholder;
    void configure(event.client_token);
  } else if (event.type === 'focus') {
    element.focus();
  } else if (event.type === 'tokenize' && clientToken !== null) {
    desk?.tokenize(clientToken, event.request, event.subject);
  } else if (event.type === 'abandon') {
    desk?.abandon(event.request);
  }
});

link.onSibling((event) => {
  if (event.type === 'collect') {
    const { request } = event;
    link.tellSiblings({ type: 'value', request, field, text: element.value, state: input.state() });
  } else if (event.type === 'card_type') {
    input.expectCardType(event.card_type);
  } else if (event.type === 'refuse' && event.fields.includes(field)) {
    input.refuse();
  }
});

link.tellPage({ type: 'ready', field });
