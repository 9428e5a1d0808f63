import type { MailText as Read } from '#api/operations/correspondence-endpoints.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import styles from './mail-list.module.css';
import { Facts } from './record-page.tsx';

/** A mail as it was sent. */
export function MailText({ mail: { subject, recipient, text, files } }: { readonly mail: Read }) {
  return (
    <>
      <Facts
        facts={[
          { label: 'mails.subject', value: subject },
          { label: 'mails.to', value: shownEmail(recipient) },
          { label: 'mails.files', value: files.join(', ') },
        ]}
      />
      <pre className={styles.text}>{text}</pre>
    </>
  );
}
