import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { useLoginAddress } from '#ui/layout/use-login-address.ts';
import styles from './chat-button.module.css';
import { useChatDialog } from './use-chat-dialog.tsx';

/** An icon for guests in wide headers that links to the login or opens its dialog. */
export function ChatButton() {
  const { t } = useTranslation('menu');
  const { logIn } = useLoginAddress();
  const { open, dialog } = useChatDialog();
  const label = t(open === undefined ? 'log_in' : 'chat.open');
  return (
    <>
      <ShopLink
        to={logIn}
        className={styles.button}
        aria-label={label}
        title={label}
        prefetch="never"
        aria-haspopup={open && 'dialog'}
        onClick={open}
      >
        <Icon name="person" />
      </ShopLink>
      {dialog}
    </>
  );
}
