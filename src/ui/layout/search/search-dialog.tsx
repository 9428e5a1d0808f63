import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { SearchPanel, useSearchCombobox } from '#ui/components/catalogue/search-combobox.tsx';
import { IconButton, Spinner } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { useCloseOnBack } from '#ui/hooks/overlays/use-overlay-history.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './search-dialog.module.css';

export interface SearchDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The search dialog. Enter opens the marked option or the results page; Escape closes it and returns the focus. */
export function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const { field, search, input, panel, openMarked } = useSearchCombobox({ isOpen, onClose });
  useCloseOnBack(isOpen, onClose);

  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    field.current?.select();
  }, [isOpen, field]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (openMarked() || search.query === '') return;
    onClose();
    void navigate(`${localePath(locale, '/suche')}?q=${encodeURIComponent(search.query)}`, {
      viewTransition: true,
    });
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it closes; the keyboard has Escape and the button
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('search.title')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <search className={styles.inside}>
        <form className={styles.form} onSubmit={submit}>
          {search.status === 'searching' ? <Spinner /> : <Icon name="search" className={styles.sign} />}
          <input {...input} autoFocus type="text" className={styles.field} />
          <IconButton icon="close" label={t('search.close')} onClick={onClose} />
        </form>
        <SearchPanel {...panel} />
        <p className={styles.keys} aria-hidden="true">
          {t('search.keys')}
        </p>
      </search>
    </dialog>
  );
}
