import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestFor } from 'meisterhand/kits';
import type { ChargeRequest } from 'meisterhand/ports';
import { cents } from 'meisterhand/rules';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandboxNotices } from '../../src/server/sandbox-notices.ts';
import { startTestGateway, type TestGateway } from '../test-gateway.ts';

let provider: TestGateway;
let orders = 0;

beforeEach(async () => {
  provider = await startTestGateway();
});

afterEach(async () => {
  expect(provider.faults).toEqual([]);
  await provider.dispose();
});

function charge(nonce: string, changes: Partial<ChargeRequest> = {}) {
  return provider.adapter().charge(requestFor(nonce, changes));
}

function chargeStored(vault_token: string, customer_id: string) {
  orders += 1;
  const order = { attempt_key: `O-${orders}/1`, order_code: `O-${orders}`, amount: cents(8_900) };
  return provider.adapter().chargeStored({ ...order, vault_token, customer_id });
}

const subject = {
  amount: 8_900,
  email: 'j@meisterhand.example',
  billing_name: 'Johanna Brandt',
  billing_country: 'DE',
};

async function lookUp(nonce: string, changes: object = {}) {
  const client_token = await provider.clientToken();
  return provider.client('/three_d_secure/lookup', {
    client_token,
    nonce,
    lang: 'de',
    ...subject,
    ...changes,
  });
}

describe('test cards', () => {
  test.each(['4111111111111111', '5555555555554444', '378282246310005'])('%s is charged', async (number) => {
    const outcome = await charge(await provider.tokenize(number));
    expect(outcome).toMatchObject({ outcome: 'authorised', method: { last_four: number.slice(-4) } });
  });

  test('4000111111111115 is declined', async () => {
    const outcome = await charge(await provider.tokenize('4000111111111115'));
    expect(outcome).toMatchObject({ outcome: 'declined', reason: 'PROCESSOR_DECLINED' });
  });

  test('a nonce is valid for one charge and for three hours', async () => {
    const nonce = await provider.tokenize('4111111111111111');
    expect(await charge(nonce)).toMatchObject({ outcome: 'authorised' });
    expect(await charge(nonce)).toMatchObject({ outcome: 'declined', reason: 'NONCE_CONSUMED' });
    const kept = await provider.tokenize('4111111111111111');
    provider.advance(3 * 60 * 60 * 1000);
    expect(await charge(kept)).toMatchObject({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
  });

  test('a card that times out after its charge is found as charged', async () => {
    const request = requestFor(await provider.tokenize('4000000000000259'), { amount: cents(100) });
    expect(await provider.adapter(300).charge(request)).toEqual({ outcome: 'unknown' });
    expect(await provider.adapter().findCharge(request.attempt_key)).toMatchObject({
      outcome: 'authorised',
      amount: 100,
    });
  });

  test.each([
    ['fake-valid-nonce', { outcome: 'authorised' }],
    ['fake-processor-declined-visa-nonce', { outcome: 'declined', reason: 'PROCESSOR_DECLINED' }],
    ['fake-gateway-rejected-fraud-nonce', { outcome: 'declined', reason: 'GATEWAY_REJECTED_FRAUD' }],
    ['fake-consumed-nonce', { outcome: 'declined', reason: 'NONCE_CONSUMED' }],
  ])('the public nonce %s is %j', async (nonce, outcome) => {
    expect(await charge(nonce)).toMatchObject(outcome);
  });

  test.each([
    ['fake-timeout-after-charge-nonce', 'authorised'],
    ['fake-timeout-before-charge-nonce', 'never_charged'],
  ])('the public nonce %s gets no answer, and is then %s', async (nonce, outcome) => {
    const request = requestFor(nonce);
    expect(await provider.adapter(300).charge(request)).toEqual({ outcome: 'unknown' });
    expect(await provider.adapter().findCharge(request.attempt_key)).toMatchObject({ outcome });
  });

  test('a bank grants 50 EUR at most on one card, and on another tells its outcome after 20 seconds', async () => {
    const part = await charge('fake-granted-in-part-nonce');
    expect(part).toMatchObject({ outcome: 'authorised', amount: 5_000 });
    const less = await charge('fake-granted-in-part-nonce', { amount: cents(4_999) });
    expect(less).toMatchObject({ outcome: 'authorised', amount: 4_999 });
    const late = requestFor('fake-late-outcome-nonce');
    expect(await provider.adapter().charge(late)).toEqual({ outcome: 'unknown' });
    const find = () => provider.adapter().findCharge(late.attempt_key);
    expect(await find()).toEqual({ outcome: 'unknown' });
    provider.advance(20_000);
    expect(await find()).toMatchObject({ outcome: 'authorised', amount: late.amount });
  });

  test.each(['paypal', 'google_pay'])('%s approves a payment or one that fails', async (wallet) => {
    const client_token = await provider.clientToken();
    const approve = async (choice: string) =>
      (await provider.client('/wallets', { client_token, wallet, choice })).body;
    const { nonce, method } = await approve('accept');
    expect(method).toMatchObject({ kind: wallet, last_four: wallet === 'paypal' ? null : '1111' });
    expect(await charge(nonce)).toMatchObject({ outcome: 'authorised', method: { kind: wallet } });
    expect(await charge((await approve('decline')).nonce)).toMatchObject({
      outcome: 'declined',
      reason: 'PROCESSOR_DECLINED',
    });
  });

  test('a stored card can be one that declines every later charge', async () => {
    const keep = { customer_id: 'customer-1', save_payment_method: true };
    const first = await charge(await provider.tokenize('4000000000000341'), keep);
    if (first.outcome !== 'authorised' || first.vault_token === null)
      throw new Error('The card was not kept');
    const renewal = await chargeStored(first.vault_token, 'customer-1');
    expect(renewal).toMatchObject({ outcome: 'declined', reason: 'PROCESSOR_DECLINED' });
  });

  test.each([
    [{ number: '4242424242424242' }, ['number'], 'NOT_A_TEST_CARD'],
    [{ number: '4111111111111112' }, ['number'], undefined],
    [{ number: '4111 1111 1111 1111' }, ['number'], undefined],
    [{ cvv: '1234', expiration_year: 2020 }, ['expirationDate', 'cvv'], undefined],
    [{ cardholder_name: '4111 1111 1111 1111' }, ['cardholderName'], undefined],
  ])('a card that the card fields do not accept is refused: %j', async (changes, fields, reason) => {
    const card = { cardholder_name: 'J', number: '4111111111111111', expiration_month: 12, cvv: '123' };
    const expiration_year = new Date().getUTCFullYear() + 1;
    const body = { client_token: await provider.clientToken(), ...card, expiration_year, ...changes };
    const reply = await provider.client('/tokenize', body);
    expect(reply).toEqual({ status: 422, body: { code: 'FIELDS_INVALID', fields, reason } });
  });
});

describe('3-D Secure', () => {
  test('a challenge card is refused until its challenge is passed', async () => {
    const unverified = await provider.tokenize('4000000000001091');
    expect(await charge(unverified)).toMatchObject({ outcome: 'declined', reason: 'VERIFICATION_REQUIRED' });
  });

  test('the correct code returns a new nonce for charges up to the verified amount', async () => {
    const first = await provider.tokenize('4000000000001091');
    const { body } = await lookUp(first);
    expect(body).toMatchObject({ outcome: 'challenge', challenge: { title: 'Zahlung bestätigen' } });
    const path = `/challenges/${body.challenge.challenge_id}`;
    expect((await provider.client(path, { code: '0000' })).body).toEqual({ outcome: 'wrong_code' });
    const passed = (await provider.client(path, { code: '1234' })).body;
    expect(passed).toMatchObject({ outcome: 'nonce', nonce: { liability_shifted: true } });
    expect(await charge(first)).toMatchObject({ reason: 'NONCE_CONSUMED' });
    expect(await charge(passed.nonce.nonce)).toMatchObject({ outcome: 'authorised', amount: 8_900 });
    expect((await provider.client(path, { code: '1234' })).body).toMatchObject({ outcome: 'failed' });
  });

  test('a nonce that was verified for a lower amount is refused', async () => {
    const { body } = await lookUp(await provider.tokenize('4000000000001091'), { amount: 8_899 });
    const passed = (await provider.client(`/challenges/${body.challenge.challenge_id}`, { code: '1234' }))
      .body;
    expect(await charge(passed.nonce.nonce)).toMatchObject({ reason: 'VERIFICATION_REQUIRED' });
  });

  test('three wrong codes, ten minutes or a card that always fails end a challenge', async () => {
    const failed = { outcome: 'failed', failure: { code: 'VERIFICATION_FAILED' } };
    const open = async (number: string) => {
      const { body } = await lookUp(await provider.tokenize(number));
      return (code: string) => provider.client(`/challenges/${body.challenge.challenge_id}`, { code });
    };
    const guess = await open('4000000000001091');
    await guess('1');
    await guess('2');
    expect((await guess('3')).body).toEqual(failed);
    expect((await guess('1234')).body).toEqual(failed);
    const hopeless = await open('4000000000001109');
    expect((await hopeless('1234')).body).toEqual(failed);
    const slow = await open('4000000000001091');
    provider.advance(10 * 60 * 1000);
    expect((await slow('1234')).body).toEqual(failed);
  });

  test('a card without a challenge is verified at once, and its first nonce is used up', async () => {
    const first = await provider.tokenize('4111111111111111');
    const { body } = await lookUp(first);
    expect(body).toMatchObject({ outcome: 'nonce', nonce: { method: { brand: 'visa', last_four: '1111' } } });
    expect(await charge(first)).toMatchObject({ reason: 'NONCE_CONSUMED' });
    expect(await charge(body.nonce.nonce)).toMatchObject({ outcome: 'authorised' });
  });
});

describe('the ledger', () => {
  test('keeps nonces, charges, closed payment attempts, refunds and stored cards over a restart', async () => {
    const keep = { customer_id: 'customer-1', save_payment_method: true };
    const unused = await provider.tokenize('4111111111111111');
    const used = await provider.tokenize('4111111111111111');
    const charged = await charge(used, keep);
    if (charged.outcome !== 'authorised' || charged.vault_token === null) throw new Error('Not charged');
    const { transaction_id, vault_token } = charged;
    await provider.adapter().capture(transaction_id);
    await provider.adapter().findCharge('NEVER/1');
    await provider.adapter().refund(transaction_id, cents(8_000), 'refund-1');
    const before = await provider.ledger();

    await provider.restart();
    const adapter = provider.adapter();
    expect(await provider.ledger()).toEqual(before);
    expect(await charge(used)).toMatchObject({ reason: 'NONCE_CONSUMED' });
    expect(await charge(unused)).toMatchObject({ outcome: 'authorised' });
    expect(await chargeStored(vault_token, 'customer-1')).toMatchObject({ outcome: 'authorised' });
    expect(await charge('fake-valid-nonce', { attempt_key: 'NEVER/1' })).toMatchObject({
      outcome: 'declined',
    });
    expect(await adapter.refund(transaction_id, cents(901), 'refund-2')).toEqual({ outcome: 'refused' });
  });

  test('takes an authorisation once or lets it go once, and pays a refund of a key back once', async () => {
    const adapter = provider.adapter();
    const grant = async () => {
      const granted = await charge('fake-valid-nonce');
      if (granted.outcome !== 'authorised') throw new Error(granted.outcome);
      return granted.transaction_id;
    };
    const [taken, released] = [await grant(), await grant()];
    for (const _ of [1, 2]) expect(await adapter.capture(taken)).toEqual({ outcome: 'captured' });
    expect(await adapter.release(taken)).toEqual({ outcome: 'refused' });
    for (const _ of [1, 2]) expect(await adapter.release(released)).toEqual({ outcome: 'released' });
    expect(await adapter.capture(released)).toEqual({ outcome: 'refused' });
    const refund = (key: string, amount: number) => adapter.refund(taken, cents(amount), key);
    const first = await refund('key-1', 8_000);
    expect(first).toMatchObject({ outcome: 'refunded' });
    expect(await refund('key-1', 8_000)).toEqual(first);
    expect(await refund('key-1', 900)).toEqual({ outcome: 'refused' });
    expect(await refund('key-2', 900)).toMatchObject({ outcome: 'refunded' });
    expect(await adapter.refund(released, cents(100), 'key-3')).toEqual({ outcome: 'refused' });
    const { charges, refunds } = await provider.ledger();
    expect(charges.map(({ transaction_id }) => transaction_id)).toEqual([taken]);
    expect(refunds.map(({ amount }) => amount)).toEqual([8_000, 900]);
  });

  test('keeps a card stored without a charge, and its used nonce, over a restart', async () => {
    const nonce = await provider.tokenize('4000000000000341');
    const keep = { payment_method_nonce: nonce, customer_id: 'customer-1', device_data: null };
    const kept = await provider.adapter().vault(keep);
    if (kept.outcome !== 'vaulted') throw new Error('Not kept');
    await provider.restart();
    expect(await charge(nonce)).toMatchObject({ reason: 'NONCE_CONSUMED' });
    expect(await chargeStored(kept.vault_token, 'customer-1')).toMatchObject({
      reason: 'PROCESSOR_DECLINED',
    });
  });

  test('never contains a card number', async () => {
    await charge(await provider.tokenize('4111111111111111'));
    const text = readFileSync(join(provider.dataDir, 'ledger.jsonl'), 'utf8');
    expect(text).toContain('"last_four":"1111"');
    expect(text).not.toContain('4111111111111111');
  });

  test('drops a last line that a crash cut off, and continues after the complete lines', async () => {
    const file = join(provider.dataDir, 'ledger.jsonl');
    await charge('fake-valid-nonce');
    const { size } = statSync(file);
    await provider.stop();
    appendFileSync(file, '{"type":"charge","at":17');
    await provider.restart();
    expect(statSync(file).size).toBe(size);
    await charge('fake-valid-nonce');
    await provider.restart();
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['authorisation', 'authorisation']);
  });

  test('stops the start with the number of a damaged line', async () => {
    const file = join(provider.dataDir, 'ledger.jsonl');
    await charge('fake-valid-nonce');
    await provider.stop();
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, `${good}{"type":"charge"}\n${good}`);
    await expect(provider.restart()).rejects.toThrow(/ledger\.jsonl, line 2: .*restore the file/);
    writeFileSync(file, good);
    await provider.restart();
  });
});

describe('access', () => {
  test('to the merchant API requires the secret', async () => {
    for (const authorization of ['', 'Bearer wrong', 'Basic c2VjcmV0']) {
      const response = await fetch(`${provider.url}/merchant/ledger`, { headers: { authorization } });
      expect(response.status).toBe(401);
    }
  });

  test('with a client token is valid for a day, with a forged or damaged one never', async () => {
    const client_token = await provider.clientToken();
    const ask = (token: string) => provider.client('/configuration', { client_token: token });
    expect((await ask(client_token)).status).toBe(200);
    const parts = JSON.parse(Buffer.from(client_token, 'base64').toString());
    const fingerprint = `${Buffer.from('{"id":"x","customer_id":null,"expires_at":9e15}').toString('base64url')}.x`;
    const forged = { ...parts, authorization_fingerprint: fingerprint };
    for (const bad of [Buffer.from(JSON.stringify(forged)).toString('base64'), 'nonsense', '']) {
      expect(await ask(bad)).toEqual({ status: 401, body: { code: 'PROVIDER_ERROR' } });
    }
    provider.advance(24 * 60 * 60 * 1000);
    expect(await ask(client_token)).toEqual({ status: 401, body: { code: 'CLIENT_TOKEN_EXPIRED' } });
  });

  test('with a client token is limited to twenty card checks a minute', async () => {
    const client_token = await provider.clientToken();
    const card = { cardholder_name: 'J', number: '1', expiration_month: 1, expiration_year: 2000, cvv: '1' };
    const ask = () => provider.client('/tokenize', { client_token, ...card });
    for (let count = 0; count < 20; count += 1) expect((await ask()).status).toBe(422);
    expect(await ask()).toEqual({ status: 429, body: { code: 'RATE_LIMITED' } });
    provider.advance(60_000);
    expect((await ask()).status).toBe(422);
  });

  test('is refused for malformed requests', async () => {
    expect((await provider.merchant('/transactions', { amount: 1.5 })).status).toBe(400);
    expect((await provider.client('/tokenize', { number: 5 })).status).toBe(400);
    const huge = { client_token: 'x'.repeat(100_000) };
    const response = await fetch(`${provider.url}/client/configuration`, {
      method: 'POST',
      body: JSON.stringify(huge),
    });
    expect(response.status).toBe(413);
  });

  test.each([
    ['http://localhost:3000', 200],
    ['https://127.0.0.1', 200],
    ['https://shop.example', 404],
    ['http://localhost.shop.example', 404],
    ["http://localhost:3000; script-src 'unsafe-inline'", 404],
    ['http://localhost:3000/path', 404],
    ['null', 404],
  ])('of a page of %s to a card field returns %i', async (origin, status) => {
    const query = new URLSearchParams({ field: 'number', session: 'a'.repeat(16), lang: 'de', origin });
    const response = await fetch(`${provider.url}/frames/field?${query}`);
    expect(response.status).toBe(status);
    if (status !== 200) return;
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toContain(`frame-ancestors ${origin}`);
    expect(policy).toContain("default-src 'none'");
  });
});

test('a request without a response ends when its client disconnects', async () => {
  const hanging = Array.from({ length: 5 }, () => charge('fake-timeout-before-charge-nonce'));
  await Promise.all(hanging);
  await provider.restart();
});

test('a webhook about a charge is signed on request, and the shop reads it', async () => {
  const { secret } = provider;
  const attempt_key = 'WEBHOOK/1';
  const charged = await charge('fake-valid-nonce', { attempt_key });
  if (charged.outcome !== 'authorised') throw new Error(charged.outcome);
  const { transaction_id } = charged;
  const ask = (body: object) => provider.merchant('/notices', body);
  expect((await ask({ kind: 'settled', transaction_id })).status).toBe(404);
  await provider.adapter().capture(transaction_id);
  const { status, body } = await ask({ kind: 'settled', transaction_id });
  expect(status).toBe(201);
  const webhook = { headers: body.headers, body: Buffer.from(body.body) };
  expect(await createSandboxNotices(secret).read(webhook)).toMatchObject({
    ok: true,
    value: { kind: 'settled', transaction_id, attempt_key, amount: 8_900 },
  });
  expect((await ask({ kind: 'settled' })).status).toBe(400);
});
