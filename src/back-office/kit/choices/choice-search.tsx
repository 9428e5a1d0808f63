import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './choices.module.css';
import { type Choice, type FindChoices, useChoices } from './use-choices.ts';

interface ChoiceSearchProps {
  readonly id?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  /** Replaces the current choice and closes the list. */
  readonly isSingle?: boolean;
  /** Ids of the chosen items. They are not offered again if several can be chosen. */
  readonly chosen: readonly string[];
  /** Must be the same function in every render. */
  readonly find: FindChoices;
  readonly onChoose: (choice: Choice) => void;
}

/**
 * Combobox that searches the server, for one or several choices. Arrow keys move through the list and load the next
 * page at its end; Enter chooses, Escape closes.
 */
export function ChoiceSearch({ id, isSingle = false, chosen, find, onChoose, ...text }: ChoiceSearchProps) {
  const { t } = useTranslation('backOffice');
  const failureText = useFailureText();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wantedMark, setMark] = useState(0);
  const search = useChoices(find, isOpen ? typed.trim() : null);
  const offered = isSingle ? search.items : search.items.filter((choice) => !chosen.includes(choice.id));
  const marked = Math.min(wantedMark, offered.length - 1);
  const hasOptions = isOpen && offered.length > 0;

  function mark(place: number): void {
    setMark(place);
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' });
    if (place === offered.length - 1) search.more();
  }

  function choose(choice: Choice): void {
    setTyped('');
    setMark(0);
    setOpen(!isSingle);
    onChoose(choice);
    field.current?.focus();
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = offered[marked];
    if (step !== undefined && !isOpen) setOpen(true);
    else if (step !== undefined && hasOptions) mark((marked + step + offered.length) % offered.length);
    else if (event.key === 'Enter' && hasOptions && choice !== undefined) choose(choice);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that the focus has left
    <div
      className={styles.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <TextField
        {...text}
        {...(id !== undefined && { id })}
        ref={field}
        role="combobox"
        aria-expanded={hasOptions}
        aria-controls={`${listId}-list`}
        aria-activedescendant={hasOptions ? `${listId}-${marked}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          setTyped(target.value);
          setMark(0);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      {/* Positioned over the page, so that nothing below it moves while the user clicks. */}
      <div className={styles.popup} data-open={isOpen || undefined}>
        <p className={styles.found} role="status">
          {isOpen &&
            !search.isAsking &&
            (search.failure === null
              ? t('coupons.found', { count: offered.length })
              : failureText(search.failure))}
        </p>
        <div hidden={!isOpen || (offered.length === 0 && search.next === null)}>
          <div ref={list} id={`${listId}-list`} role="listbox" tabIndex={-1} aria-label={text.label}>
            {isOpen &&
              offered.map((choice, place) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
                <div
                  key={choice.id}
                  id={`${listId}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === marked}
                  className={styles.choice}
                  onClick={() => choose(choice)}
                  onMouseMove={() => setMark(place)}
                >
                  {choice.title}
                </div>
              ))}
          </div>
          {search.next !== null && (
            <Button kind="text" isLoading={search.isAsking} onClick={search.more}>
              {t('list.more')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
