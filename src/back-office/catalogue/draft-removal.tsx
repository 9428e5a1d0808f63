import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { confirmationForm } from '#back-office/kit/form-dialog.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { type CatalogueRecord, groupOf } from '#core/model/catalogue-record.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import { useRecordTitle } from './catalogue-page.tsx';

export interface DraftRemovalProps {
  readonly record: CatalogueRecord;
  /** Loads the latest version of the record when somebody else has changed it. */
  readonly onRefused: (failure: CallFailure) => Promise<Result<never, CallFailure>>;
  /** Called after the deletion, before the list opens. */
  readonly onRemoved: () => void;
}

/** Deletes a record that is neither published nor scheduled, then opens the list. Renders nothing for other records. */
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
      form={confirmationForm('catalogue.deleteDraft', async () => {
        const request = { params: { type, slug }, query: { version } };
        const removed = await call(catalogueRecordEndpoints.removeCatalogueRecord, request);
        // An earlier request whose response was lost may already have deleted it.
        return removed.ok || removed.error.code === 'NOT_FOUND' ? ok(null) : onRefused(removed.error);
      })}
      onDone={() => {
        onRemoved();
        void navigate(`/${groupOf(type)}`, { replace: true });
      }}
    />
  );
}
