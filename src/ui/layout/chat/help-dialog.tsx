import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/components/dialog/dialog.tsx';
import type { LinkedDialogProps } from '#ui/layout/use-dialog-link.ts';
import { ContactForm } from '#ui/screens/contact/contact-form.tsx';

/** The contact form over the page (docs/behaviour/navigation-and-layout.md#help-button). */
export function HelpDialog(props: LinkedDialogProps) {
  const { t } = useTranslation(['menu', 'base']);
  return (
    <Dialog {...props} title={t('menu:help')}>
      <ContactForm />
    </Dialog>
  );
}
