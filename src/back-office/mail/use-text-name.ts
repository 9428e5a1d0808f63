import { useNames } from '#back-office/kit/use-names.ts';
import type { WrittenMail } from '#core/model/mail-text.ts';

/** What a text of a mail is called: where it stands, and when; as in any mail, unless this one has another name. */
export function useTextName(mail: WrittenMail): (key: string) => string {
  const name = useNames();
  return (key) => {
    const own = name(`mailText.${mail}`, key);
    return own === key ? name('mailText.any', key) : own;
  };
}
