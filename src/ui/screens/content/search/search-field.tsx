import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from 'react-router';
import { SearchPanel, useSearchCombobox } from '#ui/components/catalogue/search-combobox.tsx';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import inputStyles from '#ui/components/parts/fields/input.module.css';
import styles from './search.module.css';

/**
 * The field of the results page. Its list opens while something else than `query` is typed; a form without JavaScript.
 * Another `query` is shown in it, unless somebody is typing already when its results arrive.
 */
export function SearchField({ query }: { readonly query: string }) {
  const { t } = useTranslation('base');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { input, panel, press, openMarked, type } = useSearchCombobox({
    initial: query,
    isOpen,
    onClose: close,
  });
  const [answered, setAnswered] = useState(query);
  if (query !== answered) {
    setAnswered(query);
    if (!isOpen) type(query);
  }

  function pressKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) {
      // The browser would empty the field.
      event.preventDefault();
      close();
    } else if (!isOpen && event.key === 'ArrowDown') setOpen(input.value.trim() !== '');
    else press(event);
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) close();
  }

  return (
    <search className={styles.search} onBlur={leave}>
      <Form
        method="get"
        className={styles.form}
        onSubmit={(event) => {
          if (openMarked()) event.preventDefault();
          close();
        }}
      >
        <input
          {...input}
          type="search"
          name="q"
          className={`${inputStyles.input} ${styles.field}`}
          onChange={({ target: { value } }) => {
            type(value);
            setOpen(value.trim() !== '');
          }}
          onKeyDown={pressKey}
        />
        <button type="submit" className={buttonClasses({ kind: 'gold' })}>
          {t('search.submit')}
        </button>
      </Form>
      {isOpen && (
        <div className={styles.panel}>
          <SearchPanel {...panel} />
        </div>
      )}
    </search>
  );
}
