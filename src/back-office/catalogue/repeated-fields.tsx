import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import notice from '#back-office/kit/notice.module.css';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './record-fields.module.css';
import { asList, emptyOf, type FieldSchema } from './record-schema.ts';
import { useFieldName } from './use-field-name.ts';
import { useListMoves } from './use-list-moves.ts';

interface RepeatedFieldsProps extends FieldProps {
  readonly item: FieldSchema;
  readonly renderEntry: (props: FieldProps) => ReactNode;
}

/**
 * A list of entries: moved up and down by buttons, or by dragging their heads; each opens and closes. One that was
 * removed can be put back.
 */
export function RepeatedFields({ item, renderEntry, ...props }: RepeatedFieldsProps) {
  const { name, path, value, parts, onChange } = props;
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  const list = asList(value);
  const { box, said, titleAt, move, moveOf, remove, passOnOf, undo } = useListMoves(props);
  const [dragged, setDragged] = useState<number | null>(null);
  const fault = parts.faultAt(path);

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
                  parts: { ...parts, passOn: passOnOf(index) },
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
          {/* The button that was pressed is gone with its entry, so the focus comes here. */}
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
      <Button kind="outline" onClick={add}>
        {t('catalogue.add', { name: label(name) })}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}
