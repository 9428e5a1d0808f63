import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactForm } from '#ui/components/marketing/contact-form.tsx';
import type { ContactValues } from '#ui/components/marketing/contact-schema.ts';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import type { LinkedDialogProps } from '#ui/layout/use-dialog-link.ts';

/** The contact form in a dialog (docs/behaviour/navigation-and-layout.md#help-button). */
export function HelpDialog(props: LinkedDialogProps) {
  const { t } = useTranslation(['menu', 'base']);
  const draft = useRef<ContactValues>(null);
  return (
    <Dialog {...props} title={t('menu:help')}>
      <ContactForm draft={draft} />
    </Dialog>
  );
}
