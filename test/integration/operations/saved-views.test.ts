import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { newSavedView } from '#core/model/saved-view.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const owner = await logInAs(shop, 'owner');
const support = await logInAs(shop, 'support');
const other = await logInAs(shop, 'support');
const editor = await logInAs(shop, 'editor');
const filters = { state: 'paid', shipment: 'open' };

const save = (operator: string, name: string, is_shared: boolean) =>
  shop.call(operatorEndpoints.createSavedView, {
    operator,
    body: { place: 'orders', name, filters, is_shared },
  });

async function named(operator: string) {
  const { value } = await shop.call(operatorEndpoints.listSavedViews, {
    operator,
    query: { 'filter[place]': 'orders' },
  });
  return value?.data.map(({ attributes: { name, is_own } }) => `${name}${is_own ? '' : ' (team)'}`);
}

const remove = (operator: string, id: string) =>
  shop.call(operatorEndpoints.removeSavedView, { operator, params: { id } });

describe('a saved view', () => {
  test('is seen by its operator, a shared one by all who may see the list', async () => {
    const own = await save(support.cookie, 'Zu packen', false);
    expect(own.value?.data.attributes).toMatchObject({ filters, is_shared: false, is_own: true });
    expect((await save(support.cookie, 'Heute', true)).codes).toEqual([]);
    expect(await named(support.cookie)).toEqual(['Heute', 'Zu packen']);
    expect(await named(other.cookie)).toEqual(['Heute (team)']);
    const refused = await shop.call(operatorEndpoints.listSavedViews, {
      operator: editor.cookie,
      query: { 'filter[place]': 'orders' },
    });
    expect(refused.codes).toEqual(['NOT_FOUND']);
    expect((await save(editor.cookie, 'Fremd', true)).codes).toEqual(['NOT_FOUND']);
    const reader = (await logInAs(shop, 'bookkeeper')).cookie;
    expect((await save(reader, 'Für alle', true)).codes, 'who only reads shares none').toEqual(['FORBIDDEN']);
    expect((await save(reader, 'Für mich', false)).codes).toEqual([]);
  });

  test('has a unique name among those of its operator, also when it is saved twice at once', async () => {
    expect((await save(support.cookie, 'zu PACKEN', false)).codes).toEqual(['NAME_TAKEN']);
    const both = await Promise.all([
      save(other.cookie, 'Zu packen', false),
      save(other.cookie, 'Zu packen', false),
    ]);
    expect(both.flatMap(({ codes }) => codes)).toEqual(['NAME_TAKEN']);
  });

  test('is deleted by its operator; a shared one also by an operator who may change operators', async () => {
    const shared = (await save(support.cookie, 'Geteilt', true)).value?.data.id ?? '';
    const own = (await save(support.cookie, 'Eigen', false)).value?.data.id ?? '';
    expect((await remove(other.cookie, shared)).codes).toEqual(['NOT_FOUND']);
    expect((await remove(owner.cookie, own)).codes).toEqual(['NOT_FOUND']);
    expect((await remove(owner.cookie, shared)).codes).toEqual([]);
    expect((await remove(support.cookie, own)).codes).toEqual([]);
    expect((await remove(support.cookie, own)).codes).toEqual(['NOT_FOUND']);
    expect(await rowsOf(shop.db, 'audit_log', { action: 'view.removed' })).toHaveLength(2);
  });

  test('is refused with a search text or without a filter, and an operator has at most 50 in a list', async () => {
    const view = { place: 'orders', name: 'x', is_shared: false };
    for (const wrong of [{ q: 'brandt' }, { after: '1' }, {}, { state: '' }])
      expect(newSavedView.safeParse({ ...view, filters: wrong }).success, JSON.stringify(wrong)).toBe(false);
    const many = await logInAs(shop, 'support');
    for (let count = 0; count < 50; count += 1)
      expect((await save(many.cookie, `Ansicht ${count}`, false)).codes).toEqual([]);
    expect((await save(many.cookie, 'Eine mehr', false)).codes).toEqual(['NOT_POSSIBLE']);
  });

  test('of the operator is listed in addition to the 200 shared ones that a list shows', async () => {
    const reader = await logInAs(shop, 'support');
    await save(reader.cookie, 'Zuletzt', false);
    const shared = Array.from({ length: 260 }, (_, index) => ({
      id: shop.context.ids.uuid(),
      place: 'orders',
      name: `A ${index}`,
      filters: JSON.stringify(filters),
      operator_id: owner.id,
      is_shared: true,
      created_at: new Date(shop.context.clock.now()),
    }));
    await insertRows(shop.db, 'saved_views', shared);
    const listed = (await named(reader.cookie)) ?? [];
    expect(listed).toContain('Zuletzt');
    expect(listed).toHaveLength(201);
  });
});
