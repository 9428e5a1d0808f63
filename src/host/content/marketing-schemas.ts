import { z } from 'zod';
import { line, localizedLine } from './localized.ts';
import { slug } from './product-schemas.ts';

/** A path within the site, without the locale; `/*` at its end stands for everything below. */
const pathPattern = z.string().regex(/^\/([a-z0-9-]+(\/[a-z0-9-]+)*(\/\*)?)?$/);

const period = { from: z.iso.date(), until: z.iso.date() };

/** `content/advantages.yaml`: what speaks for the shop. */
export const advantagesFile = z.array(
  z.strictObject({ key: slug, icon: line, title: localizedLine, text: localizedLine }),
);

/** `content/newsletter-widget.yaml`: the box that offers the newsletter. */
export const newsletterWidgetFile = z.strictObject({
  is_active: z.boolean(),
  title: localizedLine,
  text: localizedLine,
  button: localizedLine,
  /** The sentence beside the box to tick; kept as proof of what was agreed to. */
  consent: localizedLine,
});

/** `content/popups.yaml`: small windows on single pages. */
export const popupsFile = z.array(
  z.strictObject({
    key: slug,
    paths: z.array(pathPattern).min(1),
    ...period,
    title: localizedLine,
    text: localizedLine,
    link: z
      .strictObject({ path: z.string().regex(/^\//), label: localizedLine })
      .nullable()
      .default(null),
  }),
);

/** `content/giveaways.yaml`: giveaways that people can enter. */
export const giveawaysFile = z.array(z.strictObject({ key: slug, title: localizedLine, ...period }));
