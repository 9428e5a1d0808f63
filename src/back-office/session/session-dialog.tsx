import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { sessionGate } from '#back-office/kit/session-gate.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { loginForm, proofForm } from './login-form.ts';
import styles from './session.module.css';

/** Asks over the screen for what a call was refused for. The screen below stays as it is, with all that was typed. */
export function SessionDialog() {
  const { t } = useTranslation('backOffice');
  const { id, email } = useOperator();
  const open = useSyncExternalStore(sessionGate.subscribe, sessionGate.current);
  const isLogin = open?.demand === 'login';

  /**
   * The calls that wait are those of whoever was logged in before, and never of somebody else; what was typed is
   * forgotten by the page that comes.
   */
  function goOn(operator: { readonly id: string }): void {
    if (operator.id === id) {
      open?.answer(true);
      return;
    }
    location.reload();
  }

  return (
    <Dialog
      isOpen={open !== null}
      onClose={() => open?.answer(false)}
      title={t(isLogin ? 'session.ended' : 'proof.title')}
    >
      <p className={styles.text}>{t(isLogin ? 'session.endedText' : 'proof.text')}</p>
      {isLogin ? (
        <RecordForm form={loginForm(email)} onDone={goOn} />
      ) : (
        <RecordForm form={proofForm} onDone={() => open?.answer(true)} />
      )}
    </Dialog>
  );
}
