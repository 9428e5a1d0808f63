import type { FormEvent, KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localePath } from '#core/rules/navigation.ts';
import { longestSearch } from '#core/rules/search.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { IconButton } from '#ui/components/icon-button/icon-button.tsx';
import { Spinner } from '#ui/components/spinner/spinner.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './search-dialog.module.css';
import { SearchOptions } from './search-options.tsx';
import { SearchStatus } from './search-status.tsx';
import { useSearch } from './use-search.ts';
import { useSuggestions } from './use-suggestions.ts';

export interface SearchDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * The search over everything: a combobox whose list follows while one types. Arrows walk through it, Enter opens what is
 * marked, or else the page of results; Escape closes and gives focus back.
 */
export function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  /** Place of the marked option; -1 while none is. */
  const [marked, setMarked] = useState(-1);
  const search = useSearch(typed);
  const suggestions = useSuggestions(isOpen);
  const hasOptions = search.status === 'idle' ? suggestions.length > 0 : search.hits.length > 0;

  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    field.current?.select();
  }, [isOpen]);

  function options(): readonly HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  }

  function mark(place: number): void {
    setMarked(place);
    options()[place]?.scrollIntoView({ block: 'nearest' });
  }

  function press(event: KeyboardEvent): void {
    const count = options().length;
    if (count === 0 || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') mark(marked + 1 >= count ? 0 : marked + 1);
    else if (event.key === 'ArrowUp') mark(marked <= 0 ? count - 1 : marked - 1);
    else return;
    event.preventDefault();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const option = options()[marked];
    option?.click();
    if (option !== undefined || search.words === '') return;
    onClose();
    void navigate(`${localePath(locale, '/suche')}?q=${encodeURIComponent(search.words)}`, {
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
          <input
            ref={field}
            autoFocus
            type="text"
            role="combobox"
            className={styles.field}
            value={typed}
            placeholder={t('search.placeholder')}
            aria-label={t('search.label')}
            aria-expanded={hasOptions}
            aria-controls={`${id}-list`}
            aria-activedescendant={marked >= 0 && hasOptions ? `${id}-${marked}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={longestSearch}
            onChange={(event) => {
              setTyped(event.target.value);
              setMarked(-1);
            }}
            onKeyDown={press}
          />
          <IconButton icon="close" label={t('search.close')} onClick={onClose} />
        </form>
        <div className={styles.found} aria-busy={search.status === 'searching' || undefined}>
          <SearchStatus search={search} onNavigate={onClose} />
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('search.results')}>
            <SearchOptions
              id={id}
              marked={marked}
              hits={search.hits}
              suggestions={search.status === 'idle' ? suggestions : []}
              onMark={setMarked}
              onNavigate={onClose}
            />
          </div>
        </div>
        <p className={styles.keys} aria-hidden="true">
          {t('search.keys')}
        </p>
      </search>
    </dialog>
  );
}
