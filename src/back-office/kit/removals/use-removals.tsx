import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '#back-office/kit/notice.module.css';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { createRemovals } from './removals.ts';

/** An item to remove, by id, and the notice for it. */
interface Removal {
  readonly id: string;
  readonly text: string;
}

/**
 * Removes items with an undo. An item is hidden immediately; the request is sent after some seconds or when the screen
 * is left. If it fails, the item is shown again with a notice.
 */
export function useRemovals(send: (id: string) => Promise<Result<unknown, CallFailure>>) {
  const { t } = useTranslation('backOffice');
  const failureText = useFailureText();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [offered, setOffered] = useState<string | null>(null);
  const [message, setMessage] = useState<{ readonly text: string; readonly isFailure: boolean } | null>(null);
  const latest = useRef({ send, failureText });
  latest.current = { send, failureText };

  const removals = useMemo(() => {
    const show = (id: string) => setHidden((ids) => ids.filter((one) => one !== id));
    return {
      show,
      ...createRemovals({
        send: (id) => latest.current.send(id),
        offer: setOffered,
        refuse(id, failure) {
          show(id);
          setMessage({ text: latest.current.failureText(failure), isFailure: true });
        },
      }),
    };
  }, []);

  useEffect(() => {
    window.addEventListener('pagehide', removals.settle);
    return () => {
      window.removeEventListener('pagehide', removals.settle);
      removals.settle();
    };
  }, [removals]);

  function undo(): void {
    if (offered === null) return;
    removals.undo();
    removals.show(offered);
    setMessage(null);
  }

  const notice: ReactNode = (
    <p className={styles.notice} role="status" data-failed={message?.isFailure || undefined}>
      {message?.text}
      {offered !== null && (
        // The pressed button was removed, so the focus moves here.
        <Button key={offered} kind="text" autoFocus onClick={undo}>
          {t('form.undo')}
        </Button>
      )}
    </p>
  );

  return {
    notice,
    /** Shows an item again and cancels its pending removal, because it is about to be replaced. */
    keep(id: string): void {
      if (offered === id) undo();
      else removals.show(id);
    },
    isHidden: (id: string) => hidden.includes(id),
    remove({ id, text }: Removal): void {
      setHidden((ids) => [...ids, id]);
      setMessage({ text, isFailure: false });
      removals.begin(id);
    },
  };
}
