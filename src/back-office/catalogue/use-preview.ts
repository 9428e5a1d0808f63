import { useTranslation } from 'react-i18next';
import { readFailure } from '#api/endpoint.ts';
import type { RecordType } from '#core/model/catalogue-record.ts';
import type { Locale } from '#core/model/values.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';

interface Previewed {
  readonly type: RecordType;
  readonly slug: string;
  readonly locale: Locale;
}

/**
 * Opens a preview in a new tab. The tab is opened at once, because browsers block those that come later, and closed
 * again when there is nothing to show.
 */
export function usePreview(): (
  previewed: Previewed,
  save: () => Promise<Result<unknown, CallFailure>>,
) => Promise<Result<null, CallFailure>> {
  const { t } = useTranslation('backOffice');

  async function findPreview(path: string, type: RecordType): Promise<Result<null, CallFailure>> {
    try {
      const answer = await fetch(path, { credentials: 'same-origin' });
      if (answer.ok) return ok(null);
      const [first] = readFailure(await answer.json().catch(() => null))?.errors ?? [];
      if (first === undefined) return err(failureOf('UNREADABLE_ANSWER'));
      return err({ ...failureOf(first.code), detail: reasonOf(first, type) });
    } catch {
      return err(failureOf('NETWORK'));
    }
  }

  function reasonOf({ code, detail }: { readonly code: string; readonly detail: string }, type: RecordType) {
    if (code === 'NOT_POSSIBLE') return t('catalogue.noPreview');
    if (code !== 'NOT_FOUND') return detail;
    return t(type === 'giveaway' ? 'catalogue.noCampaign' : 'catalogue.noPage');
  }

  return async ({ type, slug, locale }, save) => {
    const tab = window.open('about:blank', '_blank');
    const path = `/api/operator/catalogue/${type}/${slug}/preview?locale=${locale}`;
    const saved = await save();
    const found = saved.ok ? await findPreview(path, type) : saved;
    if (!found.ok) tab?.close();
    else if (tab !== null) tab.location.replace(path);
    return found;
  };
}
