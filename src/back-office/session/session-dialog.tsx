import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { sessionPrompt } from '#back-office/kit/session-prompt.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { loginForm, proofForm } from './login-form.ts';
import styles from './session.module.css';

/** Dialog that asks for the login or proof that a call needs. The screen below keeps its state and input. */
export function SessionDialog() {
  const { t } = useTranslation('backOffice');
  const { id, email } = useOperator();
  const open = useSyncExternalStore(sessionPrompt.subscribe, sessionPrompt.current);
  const isLogin = open?.need === 'login';

  /**
   * The waiting calls belong to the previous operator and must not run for another one. The reloaded page then deletes
   * the unsaved input.
   */
  function goOn(operator: { readonly id: string }): void {
    if (operator.id === id) {
      open?.close(true);
      return;
    }
    location.reload();
  }

  return (
    <Dialog
      isOpen={open !== null}
      onClose={() => open?.close(false)}
      title={t(isLogin ? 'session.ended' : 'proof.title')}
    >
      <p className={styles.text}>{t(isLogin ? 'session.endedText' : 'proof.text')}</p>
      {isLogin ? (
        <RecordForm form={loginForm(email)} onDone={goOn} />
      ) : (
        <RecordForm form={proofForm} onDone={() => open?.close(true)} />
      )}
    </Dialog>
  );
}
