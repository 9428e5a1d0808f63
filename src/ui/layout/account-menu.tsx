import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { localePath, profileLinks } from '#core/rules/basics/site-paths.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { NavigationLinks } from '#ui/components/parts/links/navigation-links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useDismiss } from '#ui/hooks/overlays/use-dismiss.ts';
import { useCloseOnBack } from '#ui/hooks/overlays/use-overlay-history.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { displayName } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './account-menu.module.css';

export function AccountMenu({ learner }: { readonly learner: Learner }) {
  const { t } = useTranslation('menu');
  const locale = useLocale();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = displayName(learner);

  function close(): void {
    setOpen(false);
    if (root.current?.contains(document.activeElement)) button.current?.focus();
  }

  useDismiss(root, isOpen, close);
  useCloseOnBack(isOpen, close);

  return (
    <div className={styles.menu} ref={root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        data-shown-without-script
        aria-label={t('account_label', { name })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="person" />
        <span className={styles.name}>{name}</span>
        <Icon name="chevron_down" />
      </button>
      <div className={styles.panel} id={id} hidden={!isOpen}>
        <p className={styles.title}>{t('account')}</p>
        <List>
          <NavigationLinks links={profileLinks(locale)} onNavigate={() => setOpen(false)} />
        </List>
        <LogOutButton />
      </div>
    </div>
  );
}

/** Logs out and reloads the page. `PostForm` is not used, because every page would then list its files. */
export function LogOutButton() {
  const { t } = useTranslation('menu');
  const shop = useShop();
  const { isBusy, run } = useBusy();
  function submit(event: FormEvent): void {
    event.preventDefault();
    void run(() => shop.actions.logOut());
  }
  return (
    <form method="post" action={localePath(useLocale(), '/profil')} onSubmit={submit}>
      <Button
        type="submit"
        name="form"
        value="log_out"
        worksWithoutScript
        kind="outline"
        isWide
        isLoading={isBusy}
      >
        {t('log_out')}
      </Button>
    </form>
  );
}
