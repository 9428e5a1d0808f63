import type { LessonHold } from '#core/model/learning.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { noAccess, notSold } from '#ui/routes/loaders.ts';

/** Polling interval in milliseconds; the confirmation is sent within seconds. */
const interval = 1_500;

interface Waiting {
  /** Loads the lesson. */
  readonly ask: () => Promise<Result<{ readonly hold: LessonHold | null }, CallFailure>>;
  /** Called while the lesson is on hold, with a fresh address of the confirmation. */
  readonly onHeld: (hold: LessonHold) => void;
  /** Reloads the page, which then shows the lesson or the reason why it is closed. */
  readonly onOver: () => Promise<void>;
}

/**
 * Polls the lesson until the returned function is called; lost responses do not stop it. The page is only reloaded when
 * the hold has ended, because a failed reload would replace the page by an error.
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
