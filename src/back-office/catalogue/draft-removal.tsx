import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { questionForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { type CatalogueRecord, groupOf } from '#core/model/catalogue-record.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import { useRecordTitle } from './catalogue-page.tsx';

export interface DraftRemovalProps {
  readonly record: CatalogueRecord;
  /** Shows the record as it is by now, when somebody else has changed it. */
  readonly onRefused: (failure: CallFailure) => Promise<Result<never, CallFailure>>;
  /** Called before the list is shown. */
  readonly onRemoved: () => void;
}

/** Deletes a record that is neither published nor planned, and leads to the list; nothing for others. */
export function DraftRemoval({ record, onRefused, onRemoved }: DraftRemovalProps) {
  const { t } = useTranslation('backOffice');
  const navigate = useNavigate();
  const titleOf = useRecordTitle();
  const { type, slug, version, published, plans } = record;
  if (published !== null || plans.some(({ state }) => state === 'planned')) return null;
  return (
    <RecordAction
      label="catalogue.deleteDraft"
      title={t('catalogue.deleteDraftTitle')}
      text={t('catalogue.deleteDraftText', { title: titleOf(record) })}
      form={questionForm('catalogue.deleteDraft', async () => {
        const request = { params: { type, slug }, query: { version } };
        const removed = await call(catalogueRecordEndpoints.removeCatalogueRecord, request);
        // An earlier press may have deleted it, without its answer.
        return removed.ok || removed.error.code === 'NOT_FOUND' ? ok(null) : onRefused(removed.error);
      })}
      onDone={() => {
        onRemoved();
        void navigate(`/${groupOf(type)}`, { replace: true });
      }}
    />
  );
}
