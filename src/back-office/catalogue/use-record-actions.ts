import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { useUnsavedInput } from '#back-office/kit/records/use-unsaved-input.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import {
  type CatalogueRecord,
  canBeHidden,
  type RecordFault,
  type RecordType,
} from '#core/model/catalogue-record.ts';
import type { Locale } from '#core/model/values.ts';
import { type CallFailure, err, failureOf, mapResult, ok, type Result } from '#core/rules/basics/result.ts';
import type { Fields } from '#core/rules/catalogue/record-values.ts';
import {
  asFields,
  type FieldSchema,
  formSchema,
  remainingFaults,
  withoutEmptyValues,
} from './record-schema.ts';
import { usePreview } from './use-preview.ts';

const { callOffCataloguePlan, setOnSale } = catalogueRecordEndpoints;

/**
 * State and actions of the record editor. When somebody else has saved in the meantime, the save is refused and the
 * unsaved input is kept on top of their version.
 */
export function useRecordActions(first: CatalogueRecord, schema: FieldSchema) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const [record, setRecord] = useState(first);
  const written = useUnsavedInput(first.id, first);
  const [faults, setFaults] = useState<readonly RecordFault[]>([]);
  const { run, running, notice } = useAction();
  const openPreview = usePreview();
  const { type, slug } = record;
  const params = { type, slug };

  async function send(value: Fields, publishes: boolean, publish_at: string | null = null) {
    if (isHalfTyped()) return err({ ...failureOf('INVALID_INPUT'), detail: t('catalogue.halfTyped') });
    const { version, value: sent } = written;
    const saved = await call(catalogueRecordEndpoints.saveCatalogueRecord, {
      params,
      body: { version, value: value as Record<string, unknown>, publishes, publish_at },
    });
    if (saved.ok) {
      setRecord(saved.value.item);
      setFaults(saved.value.faults);
      written.settle(saved.value.item, sent);
      return ok(saved.value);
    }
    return refused(saved.error);
  }

  /**
   * Handles a refused call: when somebody else has saved, loads their version and keeps the unsaved input on top of it.
   */
  async function refused(failure: CallFailure) {
    if (failure.code !== 'RECORD_CHANGED') return err(failure);
    const latest = await call(catalogueRecordEndpoints.getCatalogueRecord, { params });
    if (latest.ok) {
      setRecord(latest.value);
      written.rebase(latest.value);
    }
    return err(failure);
  }

  /** Takes over a changed record from the server; `take` merges the unsaved input with it. */
  async function adopt(
    changed: Result<CatalogueRecord, CallFailure>,
    take: (latest: CatalogueRecord) => void,
  ) {
    if (!changed.ok) return refused(changed.error);
    setRecord(changed.value);
    take(changed.value);
    return changed;
  }

  const ownValue = () => asFields(withoutEmptyValues(formSchema(schema, written.value), written.value));

  const save = (publishes: boolean, at: string | null = null) =>
    run(
      publishes ? 'publish' : 'save',
      () => send(ownValue(), publishes, at),
      ({ item, faults: { length: count } }) => {
        if (!publishes) return t('catalogue.saved');
        if (count > 0) return { refused: t('catalogue.notPublished', { count }) };
        // A legal text is published on its first day, no matter when it is saved.
        const due = item.plans.find(({ number }) => number === item.version)?.publish_at ?? null;
        return due === null ? t('catalogue.published') : t('catalogue.planned', { at: moment(due) });
      },
    );

  const callOff = (number: number) =>
    run(
      'call off',
      async () => adopt(await call(callOffCataloguePlan, { params: { ...params, number } }), written.refresh),
      () => t('catalogue.calledOff'),
    );

  const sell = (is_on_sale: boolean) =>
    run(
      'sell',
      async () => {
        const sent = await call(setOnSale, { params, body: { version: record.version, is_on_sale } });
        return adopt(sent, (latest) => written.settle(latest, written.base));
      },
      () => t(saleNotice(type, is_on_sale)),
    );

  /** Restores an earlier value. Unsaved input is saved first, so that it remains available as a version. */
  async function putBack(sendBack: (version: number) => Promise<Result<CatalogueRecord, CallFailure>>) {
    const kept = written.isChanged ? await send(ownValue(), false) : ok({ item: record });
    if (!kept.ok) return kept;
    const back = await sendBack(kept.value.item.version);
    if (!back.ok) return refused(back.error);
    setRecord(back.value);
    setFaults([]);
    written.follow(back.value);
    return back;
  }

  const restore = (number: number) =>
    run(
      'restore',
      () =>
        putBack((version) => {
          const request = { params: { ...params, number }, body: { version } };
          return call(catalogueRecordEndpoints.restoreCatalogueVersion, request);
        }),
      () => t('catalogue.restored', { number }),
    );

  const discard = () =>
    run(
      'discard',
      () => putBack((version) => discardDraft(record, version)),
      () => t('catalogue.discarded'),
    );

  const preview = (locale: Locale, canChange: boolean) =>
    run(
      'preview',
      () =>
        openPreview({ type, slug, locale }, async () =>
          written.isChanged && canChange ? send(ownValue(), false) : ok(null),
        ),
      () => t('catalogue.previewed'),
    );

  return {
    ...{ record, setRecord, written, running, notice },
    faults: remainingFaults(faults, written.base, written.value),
    ...{ save, discard, restore, callOff, sell, preview },
    removal: { onRefused: refused, onRemoved: () => written.follow(record) },
  };
}

/** Replaces the draft with the published value. */
async function discardDraft({ type, slug, published }: CatalogueRecord, version: number) {
  const value = (published ?? {}) as Record<string, unknown>;
  const saved = await call(catalogueRecordEndpoints.saveCatalogueRecord, {
    params: { type, slug },
    body: { version, value, publishes: false },
  });
  return mapResult(saved, ({ item }) => item);
}

/** Returns whether a field shows an invalid number or day, or an invalid optional amount. */
function isHalfTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input[id^="field-"]');
  return Array.from(fields).some(
    ({ validity, dataset }) => validity.badInput || dataset.unread !== undefined,
  );
}

function saleNotice(type: RecordType, isOnSale: boolean) {
  if (canBeHidden(type)) return isOnSale ? 'catalogue.isBack' : 'catalogue.isOut';
  return isOnSale ? 'catalogue.onSale' : 'catalogue.offSale';
}
