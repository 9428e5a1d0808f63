import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import styles from './help-button.module.css';
import { useDialogLink } from './use-dialog-link.ts';
import { useLayoutParts } from './use-layout-parts.ts';

/**
 * The floating link to the contact page; on phones it floats only where it covers nothing. In the checkout it is above
 * the footer and opens the form in a dialog (docs/behaviour/navigation-and-layout.md#help-button).
 */
export function HelpButton() {
  const { t } = useTranslation('menu');
  const { help_button, help_dialog } = useLayoutParts();
  const { Dialog, isOpen, open, close } = useDialogLink(
    async () => (await import('./chat/help-dialog.tsx')).HelpDialog,
  );
  if (!help_button) return null;
  return (
    <aside aria-label={t('help')} className={styles.place}>
      <ShopLink
        to="/kontakt"
        className={styles.help}
        data-floats={!help_dialog || undefined}
        aria-label={t('help')}
        aria-haspopup={help_dialog ? 'dialog' : undefined}
        onClick={help_dialog ? open : undefined}
      >
        <Icon name="help" />
        <span>{t('help')}</span>
      </ShopLink>
      {Dialog !== null && (
        // The form's texts may still be loading.
        <Suspense fallback={null}>
          <Dialog isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </aside>
  );
}
