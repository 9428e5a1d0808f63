import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFrameLink } from '../../src/gateway/browser/frame-link.ts';

const pageOrigin = 'https://shop.example';
const gateway = 'https://pay.example';
const session = 'session-of-this-form';

interface FakeWindow extends EventTarget {
  readonly told: { message: object; origin: string }[];
  postMessage(message: object, origin: string): void;
}

function createWindow(): FakeWindow {
  const told: FakeWindow['told'] = [];
  const postMessage = (message: object, origin: string) => told.push({ message, origin });
  return Object.assign(new EventTarget(), { told, postMessage });
}

let own: FakeWindow;
let page: FakeWindow;
let siblings: FakeWindow[];
let heard: string[];

beforeEach(() => {
  own = createWindow();
  siblings = [createWindow(), createWindow()];
  page = Object.assign(createWindow(), { length: 3, 0: siblings[0], 1: own, 2: siblings[1] });
  vi.stubGlobal('window', Object.assign(own, { parent: page, location: { origin: gateway } }));
  heard = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function open() {
  const link = openFrameLink({ session, page_origin: pageOrigin });
  link.onPage((event) => heard.push(`page: ${event.type}`));
  link.onSibling((event) => heard.push(`sibling: ${event.type}`));
  return link;
}

function send(source: unknown, origin: string, changes: object = {}): void {
  const data = { protocol: 'meisterhand-sandbox/1', session, type: 'focus', ...changes };
  own.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
}

test('hears the page and the siblings, each for what they are', () => {
  open();
  send(page, pageOrigin);
  send(siblings[0], gateway, { type: 'collect' });
  expect(heard).toEqual(['page: focus', 'sibling: collect']);
});

test('hears nobody else', () => {
  open();
  send(page, 'https://evil.example');
  send(page, gateway);
  send(siblings[0], pageOrigin);
  send(siblings[0], 'https://evil.example', { type: 'collect' });
  send(page, pageOrigin, { session: 'another' });
  send(siblings[0], gateway, { session: 'another' });
  send(page, pageOrigin, { protocol: 'another' });
  expect(heard).toEqual([]);
});

test('tells the page only while it is of the origin that was admitted', () => {
  open().sendToPage({ type: 'ready', field: 'number' });
  expect(page.told).toMatchObject([{ message: { type: 'ready', session }, origin: pageOrigin }]);
});

test('tells siblings, and only pages of the gateway, what stands in a field', () => {
  open().sendToSiblings({ type: 'collect', request: 1 });
  expect(siblings.map(({ told }) => told.map(({ origin }) => origin))).toEqual([[gateway], [gateway]]);
  expect([...own.told, ...page.told]).toEqual([]);
});
