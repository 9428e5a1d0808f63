import {
  type ComponentType,
  type MouseEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './search-button.module.css';
import type { SearchDialogProps } from './search-dialog.tsx';

type Dialog = ComponentType<SearchDialogProps>;

/**
 * Opens the search dialog, also by Control+K and Command+K. Its code is loaded on hover or focus. If that fails, and
 * without JavaScript, the button leads to the results page.
 */
export function SearchButton() {
  const { t } = useTranslation('menu');
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const fetched = useRef<Promise<Dialog>>(undefined);
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);

  function fetchDialog(): Promise<Dialog> {
    fetched.current ??= import('./search-dialog.tsx').then((module) => module.SearchDialog);
    return fetched.current;
  }

  function prepare(): void {
    void fetchDialog().catch(() => {
      fetched.current = undefined;
    });
  }

  function open(): void {
    setOpen(true);
    fetchDialog().then(
      (found) => setDialog(() => found),
      () => form.current?.submit(),
    );
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
    if (event.ctrlKey === event.metaKey || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <form ref={form} action={localePath(locale, '/suche')}>
        <button
          type="submit"
          className={styles.button}
          aria-label={t('search')}
          title={t('search')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={(event: MouseEvent) => {
            event.preventDefault();
            open();
          }}
        >
          <Icon name="search" />
        </button>
      </form>
      {Dialog !== null && (
        // The texts of the search may still be loading.
        <Suspense fallback={null}>
          <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
