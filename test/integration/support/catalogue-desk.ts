import { expect } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { RecordType } from '#core/model/catalogue-record.ts';
import type { OperatorRole } from '#core/model/operator.ts';
import { publishDuePlan } from '#server/content/records/plan-records.ts';
import { logInAs } from './operators.ts';
import type { TestShop } from './test-shop.ts';

export interface RecordName {
  readonly type: RecordType;
  readonly slug: string;
}

interface Saving {
  readonly publishes?: boolean;
  /** Milliseconds since 1970 at which it is published; now when left out. */
  readonly at?: number | undefined;
  /** The version that was read; the last one when left out. */
  readonly version?: number | undefined;
}

/** Publishes the draft of a course as an editor. */
export async function publishDraft(shop: TestShop, slug = 'clara-schumann'): Promise<void> {
  const { publish } = await openCatalogueDesk(shop);
  expect((await publish({ type: 'course', slug })).value?.meta.faults).toEqual([]);
}

/** Logs in an operator, by default an editor, and returns what they do with records of the catalogue. */
export async function openCatalogueDesk(shop: TestShop, role: OperatorRole = 'editor') {
  const { cookie: operator, email } = await logInAs(shop, role);
  const {
    getCatalogueRecord,
    listCatalogueVersions,
    restoreCatalogueVersion,
    saveCatalogueRecord,
    setOnSale,
  } = operatorEndpoints;

  async function read(params: RecordName) {
    const { value } = await shop.call(getCatalogueRecord, { operator, params });
    if (value === null) throw new Error(`There is no ${params.type} ${params.slug}`);
    return value.data.attributes;
  }

  /** Saves a whole record, by default as a new one. */
  function write(params: RecordName, value: object, { publishes = true, at, version = 0 }: Saving = {}) {
    const publish_at = at === undefined ? null : new Date(at).toISOString();
    const body = { version, value: value as Record<string, unknown>, publishes, publish_at };
    return shop.call(saveCatalogueRecord, { operator, params, body });
  }

  /** Saves some fields over those that are published. */
  async function save(params: RecordName, fields: object, saving: Saving = {}) {
    const { published, version } = await read(params);
    return write(params, { ...published, ...fields }, { ...saving, version: saving.version ?? version });
  }

  return {
    operator,
    email,
    read,
    write,
    save,
    /** Publishes the draft as it is, even if its films were removed. */
    async publish(params: RecordName, saving: Saving = {}) {
      return save(params, { films: undefined, ...(await read(params)).value }, saving);
    },
    async versions(params: RecordName) {
      const query = { 'page[size]': '100' };
      const { value } = await shop.call(listCatalogueVersions, { operator, params, query });
      return value?.data ?? [];
    },
    async restore(params: RecordName, number: number, version?: number) {
      const body = { version: version ?? (await read(params)).version };
      return shop.call(restoreCatalogueVersion, { operator, params: { ...params, number }, body });
    },
    async sell(params: RecordName, is_on_sale: boolean, version?: number) {
      const body = { version: version ?? (await read(params)).version, is_on_sale };
      return shop.call(setOnSale, { operator, params, body });
    },
    async carryOutPlans() {
      while ((await publishDuePlan(shop.context)) > 0);
    },
  };
}
