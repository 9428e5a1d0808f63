import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { switchLocalePath } from '#core/rules/navigation.ts';
import { classNames } from '#ui/components/class-names.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './language-switcher.module.css';

/**
 * Leads to the same page in the other language. It appears about 3 seconds after load; its room is kept from the start
 * (specification §2). Without JavaScript it is an ordinary link.
 */
export function LanguageSwitcher({ isDelayed = true }: { readonly isDelayed?: boolean }) {
  const { t } = useTranslation('menu');
  const shop = useShop();
  const { isBusy, run } = useBusy();
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const other = locale === 'de' ? 'en' : 'de';

  function change(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void run(() => shop.actions.switchLocale(other, `${pathname}${search}`));
  }

  return (
    <a
      className={classNames(styles.switcher, isDelayed && styles.delayed)}
      href={switchLocalePath(pathname, search, other)}
      hrefLang={other}
      lang={other}
      aria-label={t('language.switch')}
      aria-busy={isBusy || undefined}
      onClick={change}
    >
      {t('language.short')}
    </a>
  );
}
