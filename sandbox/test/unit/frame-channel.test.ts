import { beforeEach, expect, test } from 'vitest';
import { openFrameChannel } from '../../src/browser/gateway-frames.ts';
import type { SandboxFrameEvent } from '../../src/frame-messages.ts';

const gateway = 'https://pay.example';

/** Creates a fake window with only the members that the channel uses. */
function createWindow(): Window {
  const fake = Object.assign(new EventTarget(), { crypto, location: { origin: 'https://shop.example' } });
  return fake as unknown as Window;
}

/** Creates a fake frame that records the received messages and their target origins. */
function createFrame() {
  const told: { message: object; origin: string }[] = [];
  const contentWindow = {
    postMessage: (message: object, origin: string) => told.push({ message, origin }),
  };
  return { frame: { contentWindow } as unknown as HTMLIFrameElement, told };
}

let window: Window;
let heard: SandboxFrameEvent[];

beforeEach(() => {
  window = createWindow();
  heard = [];
});

function open() {
  const channel = openFrameChannel({ window, gateway, lang: 'de' });
  const { frame, told } = createFrame();
  const session = new URL(channel.address('/frames/field', {})).searchParams.get('session');
  channel.listen(frame, (event) => heard.push(event));
  const good = { protocol: 'meisterhand-sandbox/1', session, type: 'submit', field: 'cvv' };
  const send = (data: unknown, origin = gateway, source: unknown = frame.contentWindow) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  return { channel, frame, told, good, send };
}

test('hears its own frames', () => {
  const { good, send } = open();
  send(good);
  expect(heard).toMatchObject([{ type: 'submit', field: 'cvv' }]);
});

test('hears no other origin, window, session or protocol', () => {
  const { good, send } = open();
  send(good, 'https://pay.example.evil.example');
  send(good, 'null');
  send(good, gateway, createFrame().frame.contentWindow);
  send(good, gateway, null);
  send({ ...good, session: 'another' });
  send({ ...good, protocol: 'another' });
  send(null);
  send('text');
  expect(heard).toEqual([]);
});

test('tells its frames something only if they are the gateway’s', () => {
  const { channel, frame, told } = open();
  channel.send(frame, { type: 'focus' });
  expect(told).toMatchObject([{ message: { type: 'focus' }, origin: gateway }]);
});

test('gives each card form a session of its own, and hears nothing once it is closed', () => {
  const first = open();
  const second = open();
  expect(first.good.session).not.toBe(second.good.session);
  first.channel.close();
  first.send(first.good);
  expect(heard).toEqual([]);
});

test('names page, session and language in the address of a frame', () => {
  const address = new URL(open().channel.address('/frames/field', { field: 'cvv' }));
  expect(address.origin + address.pathname).toBe('https://pay.example/frames/field');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    field: 'cvv',
    lang: 'de',
    origin: 'https://shop.example',
    session: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});
