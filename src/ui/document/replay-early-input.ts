import type { EarlyInput } from './early-input.ts';

type Field = Parameters<EarlyInput['typed']['get']>[0];

/** Delay in milliseconds before a retry while a part of the page is not hydrated yet. */
const pause = 50;

/** Maximum number of retries, for example if the code of a part cannot be loaded. */
const tries = 600;

/**
 * Replays the recorded input once and in order: first typed values, then presses. Loaded only if there is any.
 * Recording continues until all values are set, because the visitor may still be typing. React stops events for parts
 * that are not hydrated yet, so that they do not reach their target; they are retried.
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

/** Returns whether the event dispatched by `send` reaches the element. */
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
 * Sets the typed value and dispatches an event. React ignores an event whose value equals the last one it knows. So the
 * field is first cleared through the property that React tracks, then set through the prototype's property.
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
