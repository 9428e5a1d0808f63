import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import notice from '#back-office/kit/notice.module.css';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './record-fields.module.css';
import { asList, emptyValueOf, type FieldSchema } from './record-schema.ts';
import { useFieldName } from './use-field-name.ts';
import { useListMoves } from './use-list-moves.ts';

interface RepeatedFieldsProps extends FieldProps {
  readonly item: FieldSchema;
  readonly renderEntry: (props: FieldProps) => ReactNode;
}

/**
 * Editable list of collapsible entries. They are moved by buttons or by dragging their headers, also onto the header of
 * another entry with such a list, which appends them there. A removed entry can be restored.
 */
export function RepeatedFields({ item, renderEntry, ...props }: RepeatedFieldsProps) {
  const { name, path, value, parts, onChange } = props;
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  const list = asList(value);
  const { box, announcement, titleAt, moveOf, remove, partsIn, undo, ...drags } = useListMoves(props);
  const fault = parts.faultAt(path);

  /** Adds an entry, opens it and focuses its first field. */
  function add(): void {
    onChange([...list, emptyValueOf(item)]);
    requestAnimationFrame(() => {
      const added = box.current?.querySelector<HTMLDetailsElement>(
        `:scope > [data-place="${list.length}"] > details`,
      );
      if (!added) return;
      added.open = true;
      added.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  }

  return (
    <fieldset ref={box} className={styles.group} id={`field-${path}`} tabIndex={-1}>
      <legend className={styles.legend}>{label(name)}</legend>
      {list.map((entry, index) => {
        const title = titleAt(entry);
        const [up, down] = [moveOf(index, -1), moveOf(index, 1)];
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
            key={index}
            className={styles.entry}
            data-place={index}
            data-dragged={drags.isDragged(index) || undefined}
          >
            <details>
              <summary className={styles.entryHead} {...drags.dragOf(index)} {...drags.dropAt(index)}>
                {index + 1}. {title}
              </summary>
              <div className={styles.entryFields}>
                {renderEntry({
                  name,
                  path: `${path}.${index}`,
                  schema: item,
                  value: entry,
                  isOptional: false,
                  parts: partsIn(index),
                  onChange: (next) => onChange(list.map((one, place) => (place === index ? next : one))),
                })}
              </div>
            </details>
            <div className={styles.entryActions}>
              <IconButton
                icon="chevron_up"
                data-move="up"
                label={t('catalogue.up', { title })}
                aria-disabled={up === null}
                onClick={() => up?.()}
              />
              <IconButton
                icon="chevron_down"
                data-move="down"
                label={t('catalogue.down', { title })}
                aria-disabled={down === null}
                onClick={() => down?.()}
              />
              <IconButton
                icon="trash"
                label={t('catalogue.remove', { title })}
                onClick={() => remove(index)}
              />
            </div>
          </div>
        );
      })}
      {undo !== null && (
        <p key={list.length} className={notice.notice}>
          {t('catalogue.removed', { title: undo.title })}
          {/* The pressed button was removed with its entry, so the focus moves here. */}
          <Button kind="text" autoFocus onClick={undo.go}>
            {t('form.undo')}
          </Button>
        </p>
      )}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button kind="outline" onClick={add} {...drags.dropAt(list.length)}>
        {t('catalogue.add', { name: label(name) })}
      </Button>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </fieldset>
  );
}
