import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import type { RecordType } from '#core/model/catalogue-record.ts';
import type { Locale } from '#core/model/values.ts';
import { type CallFailure, err, type Result } from '#core/rules/basics/result.ts';

interface Previewed {
  readonly type: RecordType;
  readonly slug: string;
  readonly locale: Locale;
}

/**
 * Opens a preview in a new tab. The tab opens immediately, because browsers block tabs opened after a request, and is
 * closed if there is no preview.
 */
export function usePreview(): (
  previewed: Previewed,
  save: () => Promise<Result<unknown, CallFailure>>,
) => Promise<Result<unknown, CallFailure>> {
  const { t } = useTranslation('backOffice');

  async function findPreview({ type, slug, locale }: Previewed): Promise<Result<unknown, CallFailure>> {
    const request = { params: { type, slug }, query: { locale } };
    const found = await call(catalogueRecordEndpoints.previewCatalogueRecord, request);
    return found.ok ? found : err({ ...found.error, detail: reasonOf(found.error, type) });
  }

  function reasonOf({ code, detail }: CallFailure, type: RecordType): string {
    if (code === 'NOT_POSSIBLE') return t('catalogue.noPreview');
    if (code !== 'NOT_FOUND') return detail;
    return t(type === 'giveaway' ? 'catalogue.noCampaign' : 'catalogue.noPage');
  }

  return async (previewed, save) => {
    const tab = window.open('about:blank', '_blank');
    const saved = await save();
    const found = saved.ok ? await findPreview(previewed) : saved;
    const { type, slug, locale } = previewed;
    if (!found.ok) tab?.close();
    else tab?.location.replace(`/api/operator/catalogue/${type}/${slug}/preview?locale=${locale}`);
    return found;
  };
}
