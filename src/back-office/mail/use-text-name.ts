import { useNames } from '#back-office/kit/use-names.ts';
import type { WrittenMail } from '#core/model/mail-text.ts';

/** Returns the label of a text: the one for this mail if there is one, else the one for any mail. */
export function useTextName(mail: WrittenMail): (key: string) => string {
  const name = useNames();
  return (key) => {
    const own = name(`mailText.${mail}`, key);
    return own === key ? name('mailText.any', key) : own;
  };
}
