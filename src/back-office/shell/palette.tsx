import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { offeredActions } from '#back-office/kit/records/offered-actions.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { navigationFor, shortcutsFor } from './navigation.ts';
import styles from './palette.module.css';
import type { Hit } from './palette-search.ts';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** An entry: a record or place to open, or an action. */
interface Choice extends Pick<Hit, 'title' | 'detail' | 'icon'> {
  readonly key: string;
  readonly choose: () => void;
}

/** Command palette (Ctrl-K): finds records, places and actions, by keyboard alone. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation('backOffice');
  // Runs after the palette has closed, because the action may open a dialog and must not lose the focus again.
  const chosen = useRef<Choice | null>(null);
  function finish(): void {
    chosen.current?.choose();
    chosen.current = null;
  }
  function choose(choice: Choice): void {
    chosen.current = choice;
    onClose();
  }
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
      onOpenChangeComplete={(isNowOpen) => !isNowOpen && finish()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.popup} aria-label={t('palette.open')}>
          <Search onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const debounceMs = 150;

function Search({ onChoose }: { readonly onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const formats = useFormats();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [records, setRecords] = useState<readonly Hit[]>([]);
  const [marked, setMarked] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  const goTo = (hit: Hit): Choice => ({ ...hit, key: hit.path, choose: () => void navigate(hit.path) });
  const isMeant = ({ title }: Choice) => title.toLowerCase().includes(typed.trim().toLowerCase());
  const detail = t('palette.action');
  const own = offeredActions().map(
    ({ name, run }): Choice => ({ key: `do ${name}`, title: name, detail, icon: 'check', choose: run }),
  );
  const shortcuts = shortcutsFor(permissions).map(({ path, label, about, icon }) =>
    goTo({ path, title: about === undefined ? t(label) : `${t(label)}: ${t(about)}`, detail, icon }),
  );
  const places = navigationFor(permissions).map(({ path, label, icon }) =>
    goTo({ path, title: t(label), detail: t('palette.place'), icon }),
  );
  const hits = [
    ...own.filter(isMeant),
    ...records.map(goTo),
    ...places.filter(isMeant),
    // Only with a search text, to keep the initial list short.
    ...(typed.trim() === '' ? [] : shortcuts.filter(isMeant)),
  ];

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted.length < 3) {
      setRecords([]);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const found = await import('./palette-search.ts').then(
        ({ findRecords }) => findRecords(wanted, permissions, formats, asking.signal),
        () => [],
      );
      if (!asking.signal.aborted) setRecords(found);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed, permissions, formats]);

  function press(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const choice = hits[marked];
    if (event.key === 'Enter' && choice !== undefined) onChoose(choice);
    if (step === undefined || hits.length === 0) return;
    event.preventDefault();
    const next = (marked + step + hits.length) % hits.length;
    setMarked(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-activedescendant={hits.length > 0 ? `${id}-${marked}` : undefined}
          placeholder={t('palette.label')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          onKeyDown={press}
        />
        <Dialog.Close className={styles.close} aria-label={t('shell.close')}>
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <div ref={list} role="listbox" id={`${id}-hits`} aria-label={t('palette.hits')} className={styles.hits}>
        {hits.map((hit, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which keeps the focus
          <div
            key={hit.key}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === marked}
            className={styles.hit}
            onClick={() => onChoose(hit)}
            onMouseMove={() => setMarked(place)}
          >
            <Icon name={hit.icon} />
            <span className={styles.title}>{hit.title}</span>
            <span className={styles.detail}>{hit.detail}</span>
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {hits.length === 0 ? t('palette.none') : ''}
      </p>
    </>
  );
}
