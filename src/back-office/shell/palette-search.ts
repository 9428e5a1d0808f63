import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { operatorOrderEndpoints } from '#api/orders/operator-order-endpoints.ts';
import { customerEndpoints } from '#api/personal-data/operator-customer-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import type { Formats } from '#back-office/kit/use-operator-formats.ts';
import { groupOf } from '#core/model/catalogue-record.ts';
import type { Permission } from '#core/model/operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import type { IconName } from '#ui/components/parts/icon.tsx';

/** A search result of the palette. */
export interface Hit {
  readonly path: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: IconName;
}

const pageSize = '6';

/** Searches all kinds of records that the operator may read. A failed call returns no results. */
export async function findRecords(
  wanted: string,
  permissions: readonly Permission[],
  formats: Formats,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const found = await Promise.all([
    permissions.includes('orders.read') ? findOrders(wanted, formats, signal) : [],
    permissions.includes('customers.read') ? findCustomers(wanted, signal) : [],
    permissions.includes('catalogue.read') ? findProducts(wanted, formats, signal) : [],
  ]);
  return found.flat();
}

async function findOrders(q: string, { money, day }: Formats, signal: AbortSignal): Promise<readonly Hit[]> {
  const query = { 'filter[q]': q, 'page[size]': pageSize };
  const found = await call(operatorOrderEndpoints.listOperatorOrders, { query }, { signal });
  if (!found.ok) return [];
  return found.value.items.map(({ id, code, name, email, total, created_at }) => ({
    path: `/orders/${id}`,
    title: `${code} · ${name ?? shownEmail(email)}`,
    detail: `${money(total)} · ${day(created_at)}`,
    icon: 'bag',
  }));
}

async function findCustomers(q: string, signal: AbortSignal): Promise<readonly Hit[]> {
  const query = { 'filter[q]': q, 'page[size]': pageSize };
  const found = await call(customerEndpoints.listCustomers, { query }, { signal });
  if (!found.ok) return [];
  return found.value.items.map(({ id, name, email }) => ({
    path: `/customers/${id}`,
    title: name === '' ? shownEmail(email) : name,
    detail: shownEmail(email),
    icon: 'person',
  }));
}

async function findProducts(q: string, { locale }: Formats, signal: AbortSignal): Promise<readonly Hit[]> {
  const query = { 'filter[q]': q, 'page[size]': pageSize };
  const found = await call(catalogueRecordEndpoints.listCatalogueRecords, { query }, { signal });
  if (!found.ok) return [];
  return found.value.items.map(({ id, type, slug, title }) => ({
    path: `/${groupOf(type)}/${type}/${slug}`,
    title: title[locale] || title.de || title.en || slug,
    detail: id,
    icon: 'tag',
  }));
}
