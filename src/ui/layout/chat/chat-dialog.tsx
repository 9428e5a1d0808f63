import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { LoginForm } from '#ui/components/accounts/login-form.tsx';
import { ContactForm } from '#ui/components/marketing/contact-form.tsx';
import type { ContactValues } from '#ui/components/marketing/contact-schema.ts';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import type { LinkedDialogProps } from '#ui/layout/use-dialog-link.ts';
import { useLoginAddress } from '#ui/layout/use-login-address.ts';
import styles from './chat-dialog.module.css';

const parts = ['log_in', 'write'] as const;

/** Login and contact form in a dialog (docs/behaviour/navigation-and-layout.md#chat-and-login-modal). */
export function ChatDialog({ isOpen, onClose }: LinkedDialogProps) {
  const { t } = useTranslation(['menu', 'auth', 'base']);
  const { register } = useLoginAddress();
  const { revalidate } = useRevalidator();
  const [part, setPart] = useState<(typeof parts)[number]>('log_in');
  const draft = useRef<ContactValues>(null);

  function entered(): void {
    onClose();
    // The button that opened the dialog is only shown to guests and is removed after the login.
    focusContent();
    void revalidate();
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('menu:chat.title')}>
      <fieldset className={styles.parts} aria-label={t('menu:chat.parts')}>
        {parts.map((one) => (
          <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
            {t(`menu:chat.${one}`)}
          </button>
        ))}
      </fieldset>
      {part === 'log_in' ? (
        <>
          <LoginForm onLoggedIn={entered} />
          <p className={styles.note}>
            {t('menu:chat.new_here')}{' '}
            <ShopLink to={register} onClick={onClose}>
              {t('menu:register')}
            </ShopLink>
          </p>
        </>
      ) : (
        <ContactForm draft={draft} />
      )}
    </Dialog>
  );
}
