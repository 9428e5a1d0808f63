import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { switchLocalePath } from '#core/rules/basics/site-paths.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { useMailToken } from '#ui/document/mail-token.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './language-switcher.module.css';

export interface LanguageSwitcherProps {
  readonly isDelayed?: boolean | undefined;
  /** Shows the full name of the language. */
  readonly isWhole?: boolean | undefined;
}

/**
 * A link to the page in the other language; it keeps the token of a mailed link. It appears 3 seconds after the page
 * has loaded, in reserved space. Without JavaScript it is an ordinary link.
 */
export function LanguageSwitcher({ isDelayed = true, isWhole = false }: LanguageSwitcherProps) {
  const { t } = useTranslation('menu');
  const shop = useShop();
  const { isBusy, run } = useBusy();
  const locale = useLocale();
  const { pathname, search } = usePageAddress();
  const token = useMailToken() ?? '';
  const other = locale === 'de' ? 'en' : 'de';

  function change(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const hash = token === '' ? '' : `#token=${encodeURIComponent(token)}`;
    void run(() => shop.actions.switchLocale(other, `${pathname}${search}${hash}`));
  }

  return (
    <a
      className={classNames(styles.switcher, isDelayed && styles.delayed)}
      href={switchLocalePath(pathname, search, other)}
      hrefLang={other}
      lang={other}
      aria-label={isWhole ? undefined : t('language.switch')}
      aria-busy={isBusy || undefined}
      onClick={change}
    >
      {isWhole ? t('language.name') : t('language.short')}
    </a>
  );
}
