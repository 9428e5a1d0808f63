import { locales } from '#core/model/values.ts';
import {
  claimsIn,
  offerPlaceholders,
  type PriceClaim,
  placeholdersIn,
  readableText,
} from '#core/rules/catalogue/price-claims.ts';
import { shippingCost } from '#core/rules/orders/delivery.ts';
import type { NamedCoupon, RecordSources, RecordSurroundings, TextSources } from './catalogue-sources.ts';
import { legalFileAt } from './check-texts.ts';
import { renderLegal } from './compose-texts.ts';
import type { ReadFile } from './read-files.ts';
import type { ReportFault, Sources } from './source-files.ts';

/** Texts, and the numbers that they may state: amounts in cents, percentages in percent. */
interface Scope {
  readonly at: ReadFile<unknown>;
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  readonly amounts?: readonly number[];
  readonly percents?: readonly number[];
  /** Fields with placeholders that are filled from the price ledger. */
  readonly filled?: readonly string[];
  /** The coupon that the texts are about. */
  readonly coupon?: TextCoupon | undefined;
}

/** Amounts that texts may state although they are no prices of the shop, and codes that they must not mention. */
interface ClaimRules {
  readonly other_amounts: RecordSurroundings['other_amounts'];
  readonly secret_codes: readonly string[];
  /** Indexes of `other_amounts` entries that were used. */
  readonly excused: Set<number>;
  /** Whether this field may mention secret codes. */
  readonly mayTellCodes: (at: ReadFile<unknown>, path: readonly PropertyKey[]) => boolean;
}

/**
 * Checks that no free text states a price or percentage other than its own subject's, compares prices in words, or
 * mentions a secret code or a condition that the coupon does not have
 * (docs/behaviour/consumer-rights.md#prices-in-texts). Worksheets and films are not checked: they are not about prices.
 */
export function checkClaims(sources: Sources, report: ReportFault): void {
  const excused = new Set<number>();
  const { coupons } = sources;
  const texts = { ...sources, coupons: coupons.value };
  const scopes = [...scopesOf(sources), ...textScopes(texts)];
  const files = new Set(scopes.map(({ at }) => at.file));
  checkScopes(
    scopes,
    {
      other_amounts: sources.other_amounts.value,
      secret_codes: secretCodes(texts),
      excused,
      mayTellCodes: (at, path) => at === coupons || path.includes('coupon'),
    },
    report,
  );
  sources.other_amounts.value.forEach(({ file, words }, index) => {
    // Legal texts with other faults were not checked.
    if (excused.has(index) || (file.startsWith('legal/') && !files.has(file))) return;
    report(sources.other_amounts, [index], `${file} does not say "${words}"`, 'take the entry out');
  });
}

/** Checks records of texts, as `checkClaims` does for files. */
export function checkTextClaims(sources: RecordSources, report: ReportFault): void {
  const rules = {
    other_amounts: sources.other_amounts,
    secret_codes: secretCodes(sources),
    excused: new Set<number>(),
    mayTellCodes: (_at: ReadFile<unknown>, path: readonly PropertyKey[]) => path.includes('coupon'),
  };
  checkScopes(textScopes(sources), rules, report);
}

/** Cache of the claims found by the last check: most texts do not change in between. */
let readBefore: ReadonlyMap<string, readonly PriceClaim[]> = new Map();

function checkScopes(scopes: readonly Scope[], rules: ClaimRules, report: ReportFault): void {
  const secret = wordsOf(rules.secret_codes);
  const read = new Map<string, readonly PriceClaim[]>();
  for (const scope of scopes) {
    for (const [path, text] of textsIn(scope.value, scope.path)) {
      const claims = read.get(text) ?? readBefore.get(text) ?? claimsIn(text);
      read.set(text, claims);
      checkNumbers(rules, scope, { path, claims }, report);
      checkPlaceholders(scope, { path, text }, report);
      const told = secret?.exec(text)?.[0];
      if (told !== undefined && !rules.mayTellCodes(scope.at, path))
        report(
          scope.at,
          path,
          `tells of the code ${told}`,
          'write is_public: true at its coupon, or take it out',
          { code: 'claim', words: told },
        );
      if (firstPurchase.test(text) && scope.coupon?.first_purchase_only === false) {
        const cure = 'write first_purchase_only: true at the coupon, or take the words out';
        report(
          scope.at,
          path,
          `speaks of a first purchase, which ${scope.coupon.codes[0]} does not ask for`,
          cure,
          { code: 'claim', words: firstPurchase.exec(text)?.[0] ?? '' },
        );
      }
    }
  }
  readBefore = read;
}

/** Returns a pattern that finds any of the codes as a whole word; null without codes. */
function wordsOf(codes: readonly string[]): RegExp | null {
  return codes.length === 0 ? null : new RegExp(`(?<![\\w-])(?:${codes.join('|')})(?![\\w-])`);
}

const firstPurchase =
  /\berst(?:en|er|e)\s+(?:Einkauf|Kauf|Bestellung)|\bNeukund|\bfirst (?:purchase|order)|\bnew customers?\b/iu;

/** Returns the codes of coupons that are not public. */
function secretCodes({ coupons, campaigns }: ReadTexts): readonly string[] {
  const advertised = campaigns.map(({ value }) => value.coupon);
  return coupons
    .filter(({ is_public, codes }) => !is_public && !codes.some((code) => advertised.includes(code)))
    .flatMap(({ codes }) => codes);
}

interface Found {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

function checkNumbers(
  { other_amounts, excused }: ClaimRules,
  { at, amounts = [], percents = [], filled }: Scope,
  { path, claims }: { readonly path: Found['path']; readonly claims: readonly PriceClaim[] },
  report: ReportFault,
): void {
  for (const { kind, value, words } of claims) {
    const known = kind === 'amount' ? amounts : kind === 'percent' ? percents : [];
    if (value !== null && known.includes(value)) continue;
    const other = other_amounts.findIndex((one) => one.file === at.file && readableText(one.words) === words);
    if (other >= 0) {
      excused.add(other);
      continue;
    }
    const cure =
      filled === undefined
        ? 'take it out, or name it in other-amounts.yaml when it is no price of the shop'
        : `take it out, or write {{price}}, {{reference}} or {{percent}} in ${filled.join(' or ')}`;
    report(at, path, `"${words}" is not in the ledger of prices`, cure, { code: 'claim', words });
  }
}

function checkPlaceholders({ at, filled = [] }: Scope, { path, text }: Found, report: ReportFault): void {
  const isFilled = path.some((part) => filled.includes(String(part)));
  for (const name of placeholdersIn(text)) {
    if (isFilled && offerPlaceholders.some((known) => known === name)) continue;
    const cure = `write {{${offerPlaceholders.join('}}, {{')}}} in promises of a campaign only`;
    report(at, path, `nothing fills {{${name}}} here`, cure, { code: 'placeholder', words: name });
  }
}

function scopesOf(sources: Sources): readonly Scope[] {
  const { products, masters, coupons, bundles } = sources;
  const whole = [...masters, sources.categories];
  return [
    ...whole.map((at): Scope => ({ at, path: [], value: at.value })),
    ...sources.trailers.map(({ name, texts }): Scope => {
      const at = { file: `clips/${name}`, value: texts, lineOf: () => null };
      return { at, path: [], value: texts };
    }),
    ...[...products, ...bundles].map(
      (at): Scope => ({
        at,
        path: [],
        value: at.value,
        amounts: ownAmounts(at.value),
      }),
    ),
    ...coupons.value.map(
      (coupon, index): Scope => ({
        at: coupons,
        path: [index, 'title'],
        value: coupon.title,
        amounts: [
          ...(coupon.kind === 'fixed' ? [coupon.amount_cents] : []),
          ...(coupon.minimum_subtotal_cents === undefined ? [] : [coupon.minimum_subtotal_cents]),
        ],
        percents: coupon.kind === 'percent' ? [coupon.percent] : [],
        coupon,
      }),
    ),
  ];
}

type TextCoupon = Pick<NamedCoupon, 'codes' | 'first_purchase_only' | 'is_public'>;

type ReadTexts = TextSources & { readonly coupons: readonly TextCoupon[] };

function textScopes(texts: ReadTexts): readonly Scope[] {
  const { popups, campaigns, giveaways, posts, legal, coupons, shop } = texts;
  const single = [texts.announcement, texts.advantages, texts.conversations, texts.newsletter_widget, shop];
  const shipping = shop.value.delivery_countries.map(shippingCost);
  return [
    ...campaigns.map((at): Scope => {
      const { coupon } = at.value;
      const own = coupons.find(({ codes }) => coupon !== undefined && codes.includes(coupon));
      return { at, path: [], value: at.value, filled: ['promises'], coupon: own };
    }),
    ...[...single, ...popups, ...giveaways, ...posts].map((at): Scope => ({ at, path: [], value: at.value })),
    ...legal.flatMap(({ slug, value }) =>
      locales.flatMap((locale): readonly Scope[] => {
        const rendered = renderLegal(value.text[locale], shop.value);
        if (!rendered.ok) return [];
        const at = legalFileAt(slug, locale);
        return [{ at, path: ['text'], value: rendered.value.plain, amounts: shipping }];
      }),
    ),
  ];
}

/** Returns the prices that the texts of a product may state, in cents; empty for masters and categories. */
function ownAmounts(value: object): readonly number[] {
  const { price_cents, monthly_price_cents }: Record<string, unknown> = { ...value };
  return [price_cents, monthly_price_cents].filter((amount) => typeof amount === 'number');
}

interface ForeignClaim {
  /** Place of the text in the record. */
  readonly path: readonly PropertyKey[];
  readonly words: string;
}

/**
 * Finds prices in a record's texts that are not its own, and placeholders that are never filled. Foreign prices of the
 * `published` record are allowed, because `other-amounts.yaml` may excuse them; its own former price is not.
 */
export function foreignClaims(value: object, published: object | null): readonly ForeignClaim[] {
  const excused = published === null ? [] : foreignClaims(published, null).map(({ words }) => words);
  const amounts = ownAmounts(value);
  return textsIn(value, []).flatMap(([path, text]) => [
    ...claimsIn(text)
      .filter((claim) => !(claim.kind === 'amount' && claim.value !== null && amounts.includes(claim.value)))
      .filter(({ words }) => !excused.includes(words))
      .map(({ words }) => ({ path, words })),
    ...placeholdersIn(text).map((words) => ({ path, words })),
  ]);
}

/** Returns every text in a value, with its path. */
function textsIn(
  value: unknown,
  path: readonly PropertyKey[],
): readonly (readonly [readonly PropertyKey[], string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
