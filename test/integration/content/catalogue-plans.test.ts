import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import { publishDuePlan } from '#server/content/records/plan-records.ts';
import { openCatalogueDesk, type RecordName } from '#test/integration/support/catalogue-desk.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { giveCourse, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const desk = await openCatalogueDesk(shop);
const { operator, read, save } = desk;

const book = { type: 'book', slug: 'das-buch-vom-messen' } as const;
const course = { type: 'course', slug: 'emmy-noether' } as const;
const minute = 60_000;
const inMinutes = (minutes: number) => shop.context.clock.now() + minutes * minute;
const text = (words: string) => ({ de: words, en: words });

async function shown({ slug }: RecordName) {
  const { value, status } = await shop.call(endpoints.getProduct, { params: { slug } });
  return value === null ? { status } : { status, ...value.data.attributes };
}

const preview = async (params: RecordName) => {
  const { value, codes, headers } = await shop.call(operatorEndpoints.previewCatalogueRecord, {
    operator,
    params,
  });
  return { html: value === null ? '' : new TextDecoder().decode(value.content), codes, headers };
};

beforeEach(() => shop.advance(1_000));

describe('a plan', () => {
  test('changes its fields at its time, once, also of two servers; what was published meanwhile stays', async () => {
    await save(book, { price_cents: 3_500, subtitle: text('Aktion') }, { at: inMinutes(1) });
    await save(book, { title: text('Ein Tippfehler weniger') });
    await save(book, { lead: text('Wird noch geschrieben') }, { publishes: false });
    const { version } = await read(book);
    await desk.carryOutPlans();
    expect(await shown(book)).not.toMatchObject({ price: 3_500 });
    shop.advance(minute);
    const found = await Promise.all([publishDuePlan(shop.context), publishDuePlan(shop.context)]);
    expect(found.toSorted()).toEqual([0, 1]);
    expect(await shown(book)).toMatchObject({
      price: 3_500,
      subtitle: 'Aktion',
      title: 'Ein Tippfehler weniger',
    });
    const record = await read(book);
    expect(record).toMatchObject({ version: version + 1, plans: [], state: 'changed' });
    expect(record.value, 'the draft follows').toMatchObject({
      lead: text('Wird noch geschrieben'),
      price_cents: 3_500,
    });
    const told = await save(book, { lead: text('Zu spät gelesen') }, { version });
    expect(told.codes).toEqual(['RECORD_CHANGED']);
    expect(record.prices[0]).toMatchObject({ price_cents: 3_500 });
  });

  test('is carried out once, whole, wherever the process that did it ended', async () => {
    await save(course, { price_cents: 7_700 }, { at: inMinutes(1) });
    shop.advance(minute);
    const before = await shown(course);
    const { version } = await read(course);
    const ledger = () => shop.db.selectFrom('price_ledger').selectAll().execute();
    const noted = await ledger();
    /** Process and connection are gone at its step of this number: nothing of the transaction is committed. */
    const endingAt = (end: number) => {
      let steps = 0;
      const step = <Value>(value: Value): Value => {
        steps += 1;
        if (steps === end) throw Object.assign(new Error('The process has ended'), { code: '57P01' });
        return value;
      };
      const { clock, ids } = shop.context;
      return {
        ...shop.context,
        clock: { ...clock, now: () => step(clock.now()) },
        ids: { ...ids, uuid: () => step(ids.uuid()) },
      };
    };
    let ends = 0;
    for (let end = 1, isDone = false; !isDone; end += 1) {
      const found = await publishDuePlan(endingAt(end)).catch(() => null);
      isDone = found !== null;
      if (isDone) break;
      ends += 1;
      expect(await shown(course), `ended at step ${end}`).toEqual(before);
      expect(await read(course)).toMatchObject({ version, plans: [{ state: 'planned' }] });
      expect(await ledger()).toEqual(noted);
    }
    expect(ends, 'places at which it ended').toBeGreaterThan(3);
    expect(await publishDuePlan(shop.context), 'afterwards').toBe(0);
    expect(await shown(course)).toMatchObject({ price: 7_700 });
    expect(await read(course)).toMatchObject({ version: version + 1, plans: [] });
    expect((await desk.versions(course)).filter(({ state }) => state === 'published')).toHaveLength(1);
    expect(await ledger()).toHaveLength(noted.length + 1);
  });

  test('that goes back comes after the one before it, also when both are due after a downtime', async () => {
    const { price_cents } = (await read(book)).value;
    await save(book, { price_cents: 4_111 }, { at: inMinutes(2) });
    const back = await save(book, { price_cents }, { at: inMinutes(3) });
    expect(back.value?.data.attributes.plans.map(({ fields }) => fields)).toEqual([
      ['price_cents'],
      ['price_cents'],
    ]);
    expect((await save(book, { price_cents }, { at: inMinutes(4) })).codes).toEqual(['NOT_POSSIBLE']);
    shop.advance(5 * minute);
    await desk.carryOutPlans();
    expect(await shown(book)).toMatchObject({ price: price_cents });
    const states = (await desk.versions(book)).slice(0, 4).map(({ state, saved_by }) => [state, saved_by]);
    expect(states).toEqual([
      ['published', 'job'],
      ['published', 'job'],
      ['done', expect.stringContaining('editor')],
      ['done', expect.stringContaining('editor')],
    ]);
  });

  test('that is no longer valid changes nothing and waits for an operator; called off, it is not carried out', async () => {
    const key = { type: 'course', slug: 'spaeter' } as const;
    const { value } = await read(course);
    const [part] = value.parts as { lessons: object[] }[];
    const parts = [{ ...part, lessons: [{ ...part?.lessons[0], id: 'spaeter-eins' }] }];
    const written = { ...value, position: 70, title: text('Später'), parts };
    const planned = await desk.write(key, written, { at: inMinutes(1) });
    expect(planned.value?.data.attributes).toMatchObject({ state: 'draft', published: null });
    expect((await shown(key)).status).toBe(404);
    // Somebody takes the place in the meantime.
    await save(course, { position: 70 });
    shop.advance(minute);
    await desk.carryOutPlans();
    expect((await shown(key)).status).toBe(404);
    const [refused] = (await read(key)).plans;
    expect(refused).toMatchObject({ state: 'refused' });
    const waiting = await shop.call(operatorEndpoints.listAttention, { operator });
    expect(waiting.value?.data.find(({ kind }) => kind === 'refused_plans')).toMatchObject({
      items: [{ id: 'course/spaeter', title: 'Später' }],
    });
    const params = { ...key, number: refused?.number ?? 0 };
    const callOff = (by = operator) =>
      shop.call(operatorEndpoints.callOffCataloguePlan, { operator: by, params });
    const off = await callOff();
    expect(off.value?.data.attributes.plans).toEqual([]);
    expect((await callOff()).value, 'sent again').toEqual(off.value);
    const change = { action: 'catalogue.plan_called_off', record_id: `course.${key.slug}` } as const;
    expect(await rowsOf(shop.db, 'audit_log', change)).toHaveLength(1);
    expect((await callOff((await logInAs(shop, 'editor')).cookie)).codes).toEqual(['NOT_POSSIBLE']);
    expect((await desk.restore(key, params.number)).value?.data.attributes.value).toMatchObject({
      title: text('Später'),
    });
    expect((await callOff()).codes, 'after another save').toEqual(['NOT_POSSIBLE']);
  });

  test('of a new record is carried out whole, also when the one before it was called off', async () => {
    const key = { type: 'master', slug: 'emmi-kren' } as const;
    const { value } = await read({ type: 'master', slug: 'emmy-noether' });
    const emmi = { ...value, firstname: 'Emmi' };
    await desk.write(key, emmi, { at: inMinutes(1) });
    await desk.write(key, { ...emmi, lastname: 'Kren' }, { version: 1, at: inMinutes(2) });
    const params = { ...key, number: 1 };
    await shop.call(operatorEndpoints.callOffCataloguePlan, { operator, params });
    expect((await read(key)).plans).toMatchObject([{ number: 2, fields: ['lastname'] }]);
    shop.advance(2 * minute);
    await desk.carryOutPlans();
    expect(await read(key)).toMatchObject({ plans: [], published: { ...emmi, lastname: 'Kren' } });
  });

  test('of a record removed with its file ends, or waits for an operator beside the draft; it restores nothing', async () => {
    const gone = { type: 'bundle', slug: 'auge-und-hand' } as const;
    const draft = { type: 'bundle', slug: 'tisch-und-garten' } as const;
    for (const key of [gone, draft]) await save(key, { price_cents: 4_900 }, { at: inMinutes(1) });
    await save(draft, { title: text('Im Entwurf') }, { publishes: false });
    const { sources } = shop.content;
    const files = { ...shop.content, bundles: [], sources: { ...sources, bundles: [] } };
    const load = async (content: typeof shop.content) =>
      (await loadContent(shop.context, content, { mode: 'demo', overwrites: () => false })).ok;
    expect(await load(files)).toBe(true);
    shop.advance(minute);
    await desk.carryOutPlans();
    expect((await shop.call(endpoints.listBundles)).value?.data).toEqual([]);
    const { value } = await shop.call(operatorEndpoints.listAttention, { operator });
    const refused = value?.data.find(({ kind }) => kind === 'refused_plans');
    expect(refused?.items.map(({ id }) => id)).toEqual([`bundle/${draft.slug}`]);
    expect(await load(shop.content)).toBe(true);
    expect((await desk.versions(gone)).map(({ state }) => state)).toContain('called_off');
  });

  test('that fails is refused, so that the one behind it is carried out', async () => {
    await save(book, { price_cents: 3_900 }, { at: inMinutes(1) });
    await save(course, { price_cents: 7_900 }, { at: inMinutes(2) });
    shop.advance(2 * minute);
    let asked = 0;
    const uuid = () => {
      asked += 1;
      if (asked === 1) throw new Error('There is no id');
      return shop.context.ids.uuid();
    };
    const context = { ...shop.context, ids: { ...shop.context.ids, uuid } };
    expect(await publishDuePlan(context)).toBe(1);
    expect(shop.faults.splice(0)).toMatchObject([{ event: 'plan_not_carried_out' }]);
    expect(await read(book)).toMatchObject({ plans: [{ state: 'refused' }] });
    expect(await publishDuePlan(context)).toBe(1);
    expect(await publishDuePlan(context)).toBe(0);
    expect(await shown(book)).not.toMatchObject({ price: 3_900 });
    expect(await shown(course)).toMatchObject({ price: 7_900 });
  });
});

describe('taking back', () => {
  test('an earlier version is a draft with its texts and price; stock stays, and the ledger notes the price again', async () => {
    const stock = { stock: 9 };
    await save(book, { price_cents: 3_000, title: text('Früher') });
    const [{ number } = { number: 0 }] = await desk.versions(book);
    shop.advance(1_000);
    await save(book, { price_cents: 4_000, title: text('Heute') });
    const { id = '' } = (await read(book)).product ?? {};
    await shop.call(operatorEndpoints.setProductStock, { operator, params: { id }, body: stock });
    shop.advance(1_000);
    const restored = await desk.restore(book, number);
    expect(restored.value?.data.attributes).toMatchObject({
      state: 'changed',
      value: { title: text('Früher') },
    });
    expect(await shown(book)).toMatchObject({ title: 'Heute', price: 4_000 });
    await save(book, restored.value?.data.attributes.value ?? {});
    const record = await read(book);
    expect(await shown(book)).toMatchObject({ title: 'Früher', price: 3_000 });
    expect(record.product).toMatchObject(stock);
    expect(record.prices.slice(0, 3).map(({ price_cents }) => price_cents)).toEqual([3_000, 4_000, 3_000]);
    expect((await desk.restore(book, 100_000)).codes).toEqual(['NOT_FOUND']);
  });
});

describe('a product off sale', () => {
  test('cannot be bought but stays available to its owners, after changes and loads of files, until it is put back', async () => {
    const { id: user_id, access: bearer } = await register(shop);
    const course_id = `course-${course.slug}`;
    await giveCourse(shop, user_id, course_id);
    await shop.call(endpoints.addWishListItem, { bearer, params: { product_id: course_id } });
    expect((await desk.sell(course, false)).value?.data.attributes.state).toBe('off_sale');
    expect((await desk.sell(course, false)).codes).toEqual(['NOT_POSSIBLE']);
    expect((await desk.sell({ type: 'master', slug: 'emmy-noether' }, false)).codes).toEqual([
      'NOT_POSSIBLE',
    ]);
    await save(course, { subtitle: text('Auch jetzt geändert') });
    await loadContent(shop.context, shop.content, { mode: 'demo', overwrites: () => false });
    expect((await shown(course)).status).toBe(410);
    const mine = await shop.call(endpoints.listMyCourses, { bearer });
    expect(mine.value?.data.map(({ id }) => id)).toEqual([course_id]);
    const lesson = mine.value?.data[0]?.attributes.next?.id ?? '';
    const watched = await shop.call(endpoints.getLesson, { bearer, params: { id: lesson } });
    const details = shop.content.products.find(({ id }) => id === course_id)?.details;
    const lessons = details?.kind === 'course' ? details.lessons : [];
    const listed = watched.value?.data.attributes.outline.flatMap((part) => part.lessons.map(({ id }) => id));
    expect(listed).toEqual(lessons.map(({ id }) => id));
    const wishes = await shop.call(endpoints.listWishListItems, { bearer });
    expect(wishes.value?.data).toEqual([]);
    const found = async () => {
      const { value } = await shop.call(endpoints.searchAll, { query: { q: 'noether' } });
      return value?.data.map(({ id }) => id);
    };
    expect(await found()).not.toContain(course_id);
    const offered = await shop.call(endpoints.listProducts, { query: { 'filter[q]': 'noether' } });
    expect(offered.value?.data.map(({ id }) => id)).not.toContain(course_id);
    expect((await preview(course)).html).toContain('Auch jetzt geändert');
    expect((await desk.sell(course, true, 1)).codes).toEqual(['RECORD_CHANGED']);
    expect((await shown(course)).status).toBe(410);
    expect((await desk.sell(course, true)).value?.data.attributes.state).toBe('published');
    expect(await shown(course)).toMatchObject({ subtitle: 'Auch jetzt geändert' });
    expect(await found()).toContain(course_id);
    expect((await shop.call(endpoints.listWishListItems, { bearer })).value?.data).toHaveLength(1);
  });
});

describe('a preview', () => {
  test('shows the draft to operators, and changes nothing', async () => {
    await save(book, { title: text('Nur im Entwurf'), price_cents: 7_777 }, { publishes: false });
    const ledger = () => shop.db.selectFrom('price_ledger').selectAll().execute();
    const before = await ledger();
    const { html, headers } = await preview(book);
    expect(html).toContain('Nur im Entwurf');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(headers.get('Content-Security-Policy')).toBe("script-src 'none'");
    expect(await shown(book)).not.toMatchObject({ title: 'Nur im Entwurf' });
    expect(await ledger()).toEqual(before);
    await save(book, { title: text('') }, { publishes: false });
    expect((await preview(book)).codes).toEqual(['NOT_POSSIBLE']);
  });
});

describe('a save that is sent again, because its answer was lost', () => {
  test('is one save with one answer; no other change is taken for it, though its value is the same', async () => {
    const lead = text('Gefaltete\nZeile');
    await save(book, { lead });
    const [{ number } = { number: 0 }] = await desk.versions(book);
    shop.advance(1_000);
    await save(book, { lead: text('Dazwischen') });
    const [at, later] = [inMinutes(5), inMinutes(6)];
    const sends = {
      draft: (version: number) => save(book, { lead }, { version, publishes: false }),
      'later plan': (version: number) => save(book, { lead }, { version, at: later }),
      plan: (version: number) => save(book, { lead }, { version, at }),
      publish: (version: number) => save(book, { lead }, { version }),
      faults: (version: number) => save(book, { lead: text('') }, { version }),
      'off sale': (version: number) => desk.sell(book, false, version),
      'on sale': (version: number) => desk.sell(book, true, version),
      restore: (version: number) => desk.restore(book, number, version),
    };
    for (const [name, send] of Object.entries(sends)) {
      shop.advance(1_000);
      const { version } = await read(book);
      const [first, again] = [await send(version), await send(version)];
      expect([first.codes, again.codes, again.value], name).toEqual([[], [], first.value]);
      for (const [other, sendOther] of Object.entries(sends))
        if (other !== name)
          expect((await sendOther(version)).codes, `${other} after ${name}`).toEqual(['RECORD_CHANGED']);
    }
    const states = (await desk.versions(book)).slice(0, 8).map(({ state }) => state);
    expect(states.slice(0, 4)).toEqual(['draft', 'on_sale', 'off_sale', 'draft']);
    expect(states.slice(4)).toEqual(['published', 'planned', 'planned', 'draft']);
  });

  test('is done though the version that was read is older or its plan is due, not once another save came after it', async () => {
    const { version } = await read(book);
    const [own, other] = [text('Von zweien'), text('Dazwischen')];
    for (const lead of [other, own]) await save(book, { lead }, { publishes: false });
    const send = () => save(book, { lead: own }, { version, publishes: false });
    expect((await send()).codes).toEqual([]);
    await save(book, { lead: other }, { publishes: false });
    expect((await send()).codes).toEqual(['RECORD_CHANGED']);
    const { version: last } = await read(book);
    const at = inMinutes(1);
    const plan = async () => (await save(book, { lead: other }, { version: last, at })).codes;
    expect(await plan()).toEqual([]);
    shop.advance(minute);
    expect(await plan(), 'due').toEqual([]);
    await desk.carryOutPlans();
    expect(await plan(), 'carried out').toEqual([]);
  });
});
