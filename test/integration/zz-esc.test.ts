import { test } from 'vitest';
import { startCardFormSite } from '#test/integration/support/card-form-browser.ts';
import { startTestGateway } from '#test/integration/support/sandbox-gateway.ts';
test('esc', async () => {
  const site = await startCardFormSite(); const g = await startTestGateway();
  let lost = 0;
  for (let i = 0; i < 30; i++) {
    const f = await site.open(g);
    await f.context.addInitScript(() => { for (const t of ['keydown','cancel','close','focus','blur','message','pageshow']) window.addEventListener(t, (e) => (window as any).ev = [...((window as any).ev ?? []), Math.round(performance.now())+t + ':' + (e.target as any)?.tagName + ':' + ((e as any).key ?? (e as any).data?.type)], true); });
    await f.page.reload();
    await f.mount(await g.clientToken());
    for (const [k, v] of Object.entries({cardholderName:'J B',number:'4000000000001091',expirationDate:'1230',cvv:'123'})) await f.input(k as 'cvv').pressSequentially(v);
    const p = f.page.evaluate(() => window.cardForm.tokenize());
    const c = await f.challenge();
    await c.getByLabel('Bestätigungscode').focus();
    const pr = f.page.keyboard.press('Escape').then(() => 'ok', () => 'rej');
    const r = await Promise.race([p, new Promise((res) => setTimeout(() => res('HANG'), 4000))]);
    if (r === 'HANG') { lost++; console.log(i, 'page', await f.page.evaluate(() => [(window as any).ev.slice(-25).join(' '), Math.round(performance.now()), document.activeElement?.tagName, document.hasFocus()]), 'frame', await c.evaluate(() => [(window as any).ev.slice(-25).join(' '), Math.round(performance.now()), document.activeElement?.id, document.hasFocus()]));
      await f.page.keyboard.press('Escape');
      console.log('again', await Promise.race([p, new Promise((res) => setTimeout(() => res('HANG'), 4000))])); }
    const k = await Promise.race([pr, new Promise((res) => setTimeout(() => res('PRESS HANG'), 4000))]); if (k !== 'ok') console.log(i, r, k);
    await f.context.close();
  }
  console.log('LOST', lost);
  await g.dispose(); await site.close();
}, 300000);
