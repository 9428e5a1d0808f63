import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import { provisionEndpoints } from '#api/operations/provision-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { HistoryLink } from '#back-office/kit/records/history-link.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useRemovals } from '#back-office/kit/removals/use-removals.tsx';
import { readEuros } from '#back-office/kit/typed-euros.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { newProvisionRate, type ProvisionRate, provisionKinds } from '#core/model/provision.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Rate } from './provisions-page.tsx';

export async function provisionRatesLoader(): Promise<readonly ProvisionRate[]> {
  return unwrapOrThrow(await call(provisionEndpoints.listProvisionRates));
}

/** Provision rates of partners, each with its first day. */
export function ProvisionRatesPage() {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  const { revalidate } = useRevalidator();
  const rates = useLoaderData<readonly ProvisionRate[]>();
  const [isOpen, setOpen] = useState(false);
  const { notice, isHidden, remove } = useRemovals(async (id) => {
    const removed = await call(provisionEndpoints.removeProvisionRate, { params: { id } });
    await revalidate();
    return removed;
  });
  const shown = rates.filter(({ id }) => !isHidden(id));
  const form: FormDescription<z.output<typeof typed>, unknown> = {
    schema: typed,
    fields: [
      {
        name: 'kind',
        label: 'provisions.kind',
        kind: 'choice',
        options: provisionKinds.map((value) => ({ value, text: t(`provisions.kinds.${value}`) })),
      },
      { name: 'subject', label: 'provisions.partner', hint: 'provisions.partnerHint', kind: 'text' },
      { name: 'rate', label: 'provisions.percent', kind: 'text' },
      { name: 'from', label: 'provisions.from', hint: 'provisions.fromHint', kind: 'day' },
    ],
    submitLabel: 'provisions.set',
    defaultValues: { kind: 'affiliate', subject: '', rate: '', from: calendarDay(Date.now()) },
    send: ({ rate, ...partner }) => {
      const { kind, subject, from } = partner;
      const known = rates.find(
        (one) => one.kind === kind && one.subject === subject.trim() && one.from === from,
      );
      const seen = known?.rate ?? null;
      return call(provisionEndpoints.setProvisionRate, {
        body: { ...partner, rate: readRate(rate) ?? 0, seen },
      });
    },
  };
  return (
    <>
      <PageHead
        title={t('provisions.rates')}
        back={{ to: '/provisions', label: t('places.provisions') }}
        actions={<Button onClick={() => setOpen(true)}>{t('provisions.set')}</Button>}
      />
      {notice}
      {shown.length === 0 && <p>{t('provisions.noRates')}</p>}
      <Entries
        entries={shown.map(({ id, kind, subject, from, rate }) => ({
          key: id,
          title: (
            <>
              {subject} · <Rate rate={rate} />
            </>
          ),
          detail: `${t(`provisions.kinds.${kind}`)} · ${t('provisions.since', { day: day(`${from}T12:00:00Z`) })}`,
          end: (
            <>
              <HistoryLink type="provision_rates" id={id} />
              <Button
                kind="text"
                aria-label={t('provisions.removeOf', { partner: subject, day: day(`${from}T12:00:00Z`) })}
                onClick={() => remove({ id, text: t('provisions.removed') })}
              >
                {t('provisions.remove')}
              </Button>
            </>
          ),
        }))}
      />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('provisions.set')}>
        <RecordForm
          form={form}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            void revalidate();
          }}
        />
      </Dialog>
    </>
  );
}

/** Parses a rate in percent with at most two decimals into hundredths of a percent. Null if it is invalid. */
function readRate(text: string): number | null {
  const rate = readEuros(text.replace('%', ''));
  return rate !== null && rate <= 10_000 ? rate : null;
}

const typed = z.object({
  ...newProvisionRate.shape,
  rate: z.string().check(z.refine((text) => readRate(text) !== null)),
});
