import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import { savedViewEndpoints } from '#api/operations/saved-view-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { useRemovals } from '#back-office/kit/removals/use-removals.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { text } from '#core/model/primitives.ts';
import type { SavedView, ViewPlace } from '#core/model/saved-view.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { mayShareView } from '#core/rules/operations/permissions.ts';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { changeListQuery, type ListQuery } from './list-query.ts';
import styles from './saved-views.module.css';

interface SavedViewsProps {
  readonly place: ViewPlace;
  readonly query: ListQuery;
  readonly views: readonly SavedView[];
}

const schema = z.object({ name: text(60, 1), audience: z.enum(['own', 'team']) });

/** Buttons for saved filters. The search text is not part of them. */
export function SavedViews({ place, query, views }: SavedViewsProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { revalidate } = useRevalidator();
  const [isSaving, setSaving] = useState(false);
  const { remove, isHidden, notice } = useRemovals(async (id) => {
    const removed = await call(savedViewEndpoints.removeSavedView, { params: { id } });
    await revalidate();
    return removed;
  });
  const { q, after, ...filters } = query;
  const isNew = Object.keys(filters).length > 0 && !views.some((view) => isSameValue(view.filters, filters));
  if (views.length === 0 && !isNew) return notice;
  const mayRemove = ({ is_own }: SavedView) => is_own || permissions.includes('operators.change');

  return (
    <nav className={styles.views} aria-label={t('views.title')}>
      <ul className={styles.list}>
        {views
          .filter(({ id }) => !isHidden(id))
          .map((view) => (
            <li
              key={view.id}
              className={styles.view}
              data-on={isSameValue(view.filters, filters) || undefined}
            >
              <Link
                to={{ search: String(changeListQuery({}, view.filters)) }}
                aria-current={isSameValue(view.filters, filters) || undefined}
              >
                {view.name}
                {!view.is_own && <span className={styles.note}> ({t('views.ofTeam')})</span>}
              </Link>
              {mayRemove(view) && (
                <IconButton
                  icon="close"
                  label={t('views.remove', { name: view.name })}
                  onClick={() => remove({ id: view.id, text: t('views.removed', { name: view.name }) })}
                />
              )}
            </li>
          ))}
      </ul>
      {isNew && (
        <Button kind="text" onClick={() => setSaving(true)}>
          {t('views.save')}
        </Button>
      )}
      {notice}
      <Dialog isOpen={isSaving} onClose={() => setSaving(false)} title={t('views.save')}>
        <RecordForm
          form={{
            schema,
            fields: [
              { name: 'name', label: 'views.name', kind: 'text', hint: 'views.nameHint' },
              {
                name: 'audience',
                label: 'views.audience',
                kind: 'choice',
                options: (mayShareView(place, permissions)
                  ? (['own', 'team'] as const)
                  : (['own'] as const)
                ).map((value) => ({ value, text: t(`views.for.${value}`) })),
              },
            ],
            submitLabel: 'views.saveNow',
            defaultValues: { name: '', audience: 'own' },
            send: ({ name, audience }) =>
              call(savedViewEndpoints.createSavedView, {
                body: { place, name, filters, is_shared: audience === 'team' },
              }),
          }}
          onCancel={() => setSaving(false)}
          onDone={() => {
            setSaving(false);
            void revalidate();
          }}
        />
      </Dialog>
    </nav>
  );
}
