import type { LessonHold } from '#core/model/learning.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { noAccess, notSold } from '#ui/routes/loaders.ts';

/** Milliseconds from an answer to the next look for the confirmation, which is sent within seconds. */
const interval = 1_500;

interface Waiting {
  /** Reads the lesson. */
  readonly ask: () => Promise<Result<{ readonly hold: LessonHold | null }, CallFailure>>;
  /** The lesson still waits; its hold has a fresh address of the confirmation. */
  readonly onHeld: (hold: LessonHold) => void;
  /** Loads the page anew, which says why the lesson is closed if it is. */
  readonly onOver: () => Promise<void>;
}

/**
 * Looks again after every answer, lost ones too, until what it returns is called. The page is loaded anew only when the
 * lesson waits no longer: if that failed, an error would replace the page.
 */
export function awaitConfirmation({ ask, onHeld, onOver }: Waiting): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isLeft = false;

  function wait(): void {
    timer = setTimeout(look, interval);
  }

  async function look(): Promise<void> {
    const found = await ask();
    if (isLeft) return;
    if (found.ok) {
      const { hold } = found.value;
      if (hold?.reason === 'CONFIRMATION') onHeld(hold);
      else await onOver();
    } else if ([...noAccess, ...notSold].includes(found.error.code)) await onOver();
    if (!isLeft) wait();
  }

  wait();
  return () => {
    isLeft = true;
    clearTimeout(timer);
  };
}
