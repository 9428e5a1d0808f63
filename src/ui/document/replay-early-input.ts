import type { EarlyInput } from './early-input.ts';

type Field = Parameters<EarlyInput['typed']['get']>[0];

/** Pause in milliseconds before the next try, while a part of the page is not hydrated yet. */
const pause = 50;

/** Tries before a press is given up, because the code of its part cannot be loaded. */
const tries = 600;

/**
 * Carries out, once and in order, what the visitor did before the page worked: typed values first, then presses. Loaded
 * only when there is something to carry out. Until the fields have their values the recording goes on, because the
 * visitor may still be typing.
 * An event for a part that is not hydrated yet does not reach its target, because React stops it; it is tried again.
 */
export async function replayEarlyInput(early: EarlyInput): Promise<void> {
  for (const field of early.typed.keys()) await untilReached(() => type(field, early.typed.get(field) ?? ''));
  early.end();
  for (const element of early.taken) {
    element.removeAttribute('aria-busy');
    await untilReached(() => press(element));
  }
}

async function untilReached(attempt: () => boolean): Promise<void> {
  for (let left = tries; left > 0 && !attempt(); left--)
    await new Promise((resume) => setTimeout(resume, pause));
}

/** Whether an event that `send` dispatches reaches the element. */
function reaches(element: HTMLElement, name: string, send: () => void): boolean {
  let isReached = !element.isConnected;
  const heard = new AbortController();
  element.addEventListener(
    name,
    () => {
      isReached = true;
    },
    { capture: true, signal: heard.signal },
  );
  send();
  heard.abort();
  return isReached;
}

function press(element: HTMLElement): boolean {
  return element instanceof HTMLFormElement
    ? reaches(element, 'submit', () => element.requestSubmit())
    : reaches(element, 'click', () => element.click());
}

/**
 * Gives the field the typed value by an event. React compares with the value that it has seen last, so the field first
 * gets another one through the property that React watches, then the typed one through the prototype's.
 */
function type(field: Field, value: string | boolean): boolean {
  if (typeof value === 'boolean') {
    (field as HTMLInputElement).checked = !value;
    return reaches(field, 'click', () => field.click());
  }
  const selection = 'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : [];
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  if (field === document.activeElement && 'setSelectionRange' in field && selection[0] != null)
    field.setSelectionRange(selection[0] ?? 0, selection[1] ?? 0);
  const isReached = reaches(field, 'input', () => field.dispatchEvent(new Event('input', { bubbles: true })));
  if (isReached) field.dispatchEvent(new Event('change', { bubbles: true }));
  return isReached;
}
