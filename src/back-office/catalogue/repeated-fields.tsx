import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './record-fields.module.css';
import { asFields, asList, emptyOf, type FieldSchema, moved } from './record-schema.ts';
import { useFieldName } from './use-field-name.ts';

interface RepeatedFieldsProps extends FieldProps {
  readonly item: FieldSchema;
  readonly renderEntry: (props: FieldProps) => ReactNode;
}

/** A list of entries: moved up and down by buttons, or by dragging their heads; each opens and closes. */
export function RepeatedFields({
  name,
  path,
  value,
  parts,
  item,
  onChange,
  renderEntry,
}: RepeatedFieldsProps) {
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  const list = asList(value);
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const fault = parts.faultAt(path);

  function move(from: number, to: number): void {
    if (to < 0 || to >= list.length || from === to) return;
    onChange(moved(list, from, to));
    setSaid(t('catalogue.moved', { place: to + 1, count: list.length }));
  }

  /** A new entry is open, and what is typed next stands in its first field. */
  function add(): void {
    onChange([...list, emptyOf(item)]);
    requestAnimationFrame(() => {
      const added = box.current?.querySelector<HTMLDetailsElement>(
        `:scope > [data-place="${list.length}"] > details`,
      );
      if (!added) return;
      added.open = true;
      added.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  }

  /** The focus goes with the entry. */
  function moveByKey(from: number, to: number): void {
    move(from, to);
    const button = to < from ? 'up' : 'down';
    requestAnimationFrame(() => {
      box.current
        ?.querySelector<HTMLElement>(`:scope > [data-place="${to}"] > div [data-move="${button}"]`)
        ?.focus();
    });
  }

  return (
    <fieldset ref={box} className={styles.group} id={`field-${path}`} tabIndex={-1}>
      <legend className={styles.legend}>{label(name)}</legend>
      {list.map((entry, index) => {
        const title = titleOf(entry) || t('catalogue.unnamed');
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
            key={index}
            className={styles.entry}
            data-place={index}
            data-dragged={dragged === index || undefined}
          >
            <details>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive, and buttons move the entry, too */}
              <summary
                className={styles.entryHead}
                draggable={parts.canChange}
                onDragStart={() => setDragged(index)}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => dragged !== null && event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged !== null) move(dragged, index);
                  setDragged(null);
                }}
              >
                {index + 1}. {title}
              </summary>
              <div className={styles.entryFields}>
                {renderEntry({
                  name,
                  path: `${path}.${index}`,
                  schema: item,
                  value: entry,
                  isOptional: false,
                  parts,
                  onChange: (next) => onChange(list.map((one, place) => (place === index ? next : one))),
                })}
              </div>
            </details>
            <div className={styles.entryActions}>
              <IconButton
                icon="chevron_up"
                data-move="up"
                label={t('catalogue.up', { title })}
                aria-disabled={index === 0}
                onClick={() => moveByKey(index, index - 1)}
              />
              <IconButton
                icon="chevron_down"
                data-move="down"
                label={t('catalogue.down', { title })}
                aria-disabled={index === list.length - 1}
                onClick={() => moveByKey(index, index + 1)}
              />
              <IconButton
                icon="trash"
                label={t('catalogue.remove', { title })}
                onClick={() => onChange(list.filter((_, place) => place !== index))}
              />
            </div>
          </div>
        );
      })}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button kind="outline" onClick={add}>
        {t('catalogue.add', { name: label(name) })}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}

/** What an entry is called: itself, or its title or question in German. */
function titleOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { title, question, identifier } = asFields(entry);
  return String(asFields(title ?? question).de ?? identifier ?? '');
}
