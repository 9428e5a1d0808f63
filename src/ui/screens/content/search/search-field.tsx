import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from 'react-router';
import { SearchPanel, useSearchCombobox } from '#ui/components/catalogue/search-combobox.tsx';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import inputStyles from '#ui/components/parts/fields/input.module.css';
import styles from './search.module.css';

/**
 * The search field of the results page; a plain form without JavaScript. Its list opens while the visitor types another
 * query. When results of another `query` arrive, the field shows that query, unless the visitor is typing.
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
      // By default the browser would clear the field.
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
