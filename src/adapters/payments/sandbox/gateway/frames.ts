import type { Context } from 'hono';
import { Hono } from 'hono';
import { isLocale } from '#core/rules/locale.ts';
import type { CardFieldName } from '#core/rules/payment.ts';
import { cardFieldNames } from '#core/rules/payment.ts';
import type { Clock } from '#ports/server-clock.ts';
import type { Ids } from '#ports/server-ids.ts';
import { challengeTexts } from './challenge-texts.ts';
import type { Challenges } from './challenges.ts';
import { monthOf } from './client-api.ts';
import type { FrameFiles } from './frame-files.ts';
import { challengePage, fieldPage, indexPage } from './frame-pages.ts';
import type { ShopOrigins } from './shop-origins.ts';
import { admitOrigin } from './shop-origins.ts';

interface FramesDeps {
  readonly challenges: Challenges;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'token'>;
  readonly files: FrameFiles;
  readonly shopOrigins: ShopOrigins;
}

/** Strict headers of a page: nothing but its own style and script, and only the named pages around it. */
function secure(context: Context, nonce: string, ancestors: string): void {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
  ];
  context.header('content-security-policy', policy.join('; '));
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
}

function isCardField(name: string | undefined): name is CardFieldName {
  return cardFieldNames.some((field) => field === name);
}

/** The pages and scripts that browsers load from the gateway. */
export function createFrames({ challenges, clock, ids, files, shopOrigins }: FramesDeps): Hono {
  const app = new Hono();
  const folder = `/frames/files/${files.version}`;

  /** What every frame is asked for with: language, session of the card form, origin of the page around it. */
  function frameQuery(context: Context) {
    const { lang, session = '', origin = '' } = context.req.query();
    const page_origin = admitOrigin(origin, shopOrigins);
    if (page_origin === null || !isLocale(lang) || !/^[\w-]{16,64}$/.test(session)) return null;
    return { lang, settings: { session, page_origin } };
  }

  app.get('/', (context) => {
    const nonce = ids.token(16);
    secure(context, nonce, "'none'");
    return context.html(indexPage({ nonce, files: folder }));
  });

  app.get('/frames/field', (context) => {
    const field = context.req.query('field');
    const query = frameQuery(context);
    if (query === null || !isCardField(field)) return context.notFound();
    const nonce = ids.token(16);
    secure(context, nonce, query.settings.page_origin);
    const settings = { ...query.settings, field, today: monthOf(clock) };
    return context.html(fieldPage({ field, lang: query.lang, nonce, files: folder, settings }));
  });

  app.get('/frames/challenge', (context) => {
    const challenge_id = context.req.query('challenge') ?? '';
    const challenge = challenges.find(challenge_id);
    const query = frameQuery(context);
    if (query === null || challenge === null) return context.notFound();
    const { lang, settings } = query;
    const nonce = ids.token(16);
    secure(context, nonce, settings.page_origin);
    const { card, amount } = challenge;
    return context.html(
      challengePage({
        lang,
        nonce,
        files: folder,
        settings: { ...settings, challenge_id, wrong_code: challengeTexts[lang].wrong_code },
        shop: new URL(settings.page_origin).hostname,
        amount,
        last_four: card.last_four,
        isHopeless: card.behaviour === 'challenge_fails',
      }),
    );
  });

  app.get('/frames/files/:version/:name', (context) => {
    const file = files.find(context.req.param('name'));
    if (file === null || context.req.param('version') !== files.version) return context.notFound();
    context.header('content-type', file.type);
    context.header('cache-control', 'public, max-age=31536000, immutable');
    return context.body(file.body);
  });

  return app;
}
