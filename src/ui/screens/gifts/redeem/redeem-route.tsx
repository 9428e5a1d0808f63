import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import type { Redemption } from '#core/model/code.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { formatPrice, noCents } from '#core/rules/basics/money.ts';
import { AuthLayout } from '#ui/components/accounts/auth-layout.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useFocusFallback } from '#ui/hooks/overlays/use-focus-fallback.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useShopName, useStore } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { FoundCode } from './found-code.tsx';
import { type LoadedCode, noLoadedCode, redeemedSearch } from './loaded-code.ts';
import styles from './redeem.module.css';
import { readCode, sendCode } from './redeem-action.ts';

export const loader = (args: LoaderFunctionArgs) => readCode(args);

export const clientLoader = () => noLoadedCode;

/** A gift's names and greeting are personal data shown without a login, so the page must not be cached. */
export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

export const action = (args: ActionFunctionArgs) => sendCode(args);

/** The page to redeem a code: enter it, view its content, redeem it (docs/behaviour/gifts.md#redeem-page). */
export default function RedeemRoute() {
  const { t } = useTranslation('base');
  const [query] = useSearchParams();
  const named = query.get('code') ?? '';
  const known = useLoaderData<typeof loader>();
  const { actions, stores } = useShop();
  const typed = useStore(stores.redeem, (state) => state.data);
  const [redemption, setRedemption] = useState(known.redemption);
  const [found, setFound] = useState(known.info);
  const [left, setLeft] = useState<string | null>(null);
  const info = typed ?? found;
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place, place);
  const navigate = useNavigate();
  const kept = (useLocation().state as { readonly redemption?: Redemption } | null)?.redemption;

  // After a reload only the browser's history state has the result, not the server.
  const showKept = useEffectEvent(() => {
    if (kept !== undefined) setRedemption(kept);
  });
  useEffect(() => showKept(), []);

  /** Clears the current code, because it was redeemed or another one is wanted. */
  function leaveCode(): void {
    // The code stays in the address until the next one is shown; the form must not look it up again.
    setLeft(named);
    setFound(null);
    actions.forgetCode();
  }

  const isLeft = named === left;

  function redeem(redeemed: Redemption): void {
    setRedemption(redeemed);
    leaveCode();
    // The redeemed code is removed from the address.
    void navigate(redeemedSearch, { replace: true, state: { redemption: redeemed } });
  }

  return (
    <AuthLayout
      title={t('redeem.title')}
      lead={t('redeem.lead')}
      picture="geschenk-kurs"
      pictureRatio="1/1"
      pictureNote={t('redeem.picture')}
    >
      <PageMeta
        title={t('redeem.title')}
        description={t('redeem.description', { shop: useShopName() })}
        robots="noindex"
      />
      <div ref={place} tabIndex={-1} className={styles.place}>
        {redemption !== null ? (
          <RedeemedCode redemption={redemption} onAnother={() => setRedemption(null)} />
        ) : info !== null ? (
          <FoundCode info={info} onRedeemed={redeem} onAnother={leaveCode} />
        ) : (
          <CodeForm initialCode={isLeft ? '' : named} failure={isLeft ? null : known.failure} />
        )}
      </div>
    </AuthLayout>
  );
}

interface CodeFormProps {
  /** Code from the address, as in a gift's QR code. */
  readonly initialCode: string;
  /** Failure of the server's lookup of the code in the address; null if there was no lookup. */
  readonly failure: LoadedCode['failure'];
}

const codeId = 'redeem-code';

/** The form that looks up a code without redeeming it. */
function CodeForm({ initialCode, failure }: CodeFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const formText = useFormText();
  const failureText = useFailureText();
  const posted = usePostedForm('look_up', 'redeem');
  const refusal = useRefusal(posted, { code: codeId }, formText);
  const { isBusy, error, call } = useApiCall();
  const [code, setCode] = useState(posted?.values.code?.toString() ?? initialCode);
  const [isMissing, setMissing] = useState(false);
  const [refused, setRefused] = useState(() => {
    const text = posted?.errors.code;
    if (text !== undefined) return formText(text);
    return posted === null && failure !== null ? failureText(failure) : null;
  });

  function lookUp(): void {
    setRefused(null);
    setMissing(code.trim() === '');
    if (code.trim() !== '') void call(() => actions.lookUpCode(code.trim()));
  }

  // A code in the address is looked up at once, unless the server has already done so.
  const lookUpInitialCode = useEffectEvent(() => {
    if (initialCode !== '' && failure === null && posted === null) lookUp();
  });
  useEffect(() => lookUpInitialCode(), []);

  return (
    <PostForm
      className={styles.form}
      refusal={refusal}
      onSubmit={(event) => {
        event.preventDefault();
        lookUp();
      }}
    >
      <TextField
        id={codeId}
        name="code"
        label={t('redeem.code')}
        hint={t('redeem.code_hint')}
        error={isMissing ? t('redeem.missing') : (error ?? refused)}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={lengths.code}
        onChange={(event) => setCode(event.target.value)}
      />
      <SubmitButton form="look_up" size="large" isWide isLoading={isBusy}>
        {t('redeem.look_up')}
      </SubmitButton>
    </PostForm>
  );
}

interface RedeemedCodeProps {
  readonly redemption: Redemption;
  readonly onAnother: () => void;
}

/** The success message of a redeemed code, with a link to its content. */
function RedeemedCode({ redemption, onAnother }: RedeemedCodeProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const dateText = useDateText();
  const { kind, product_title, credit, ends_on } = redemption;
  const texts = {
    course: () => t('redeem.given_course', { title: product_title ?? '' }),
    membership: () => t('redeem.given_membership', { day: dateText(ends_on ?? '') }),
    voucher: () => t('redeem.given_voucher', { amount: formatPrice(credit ?? noCents, locale) }),
  };

  return (
    <div className={styles.form}>
      <Notice tone="success" title={t('redeem.given_title')} isLive>
        {texts[kind]()}
      </Notice>
      <LinkButton to={kind === 'course' ? '/profil/master' : '/kurse'} size="large" isWide>
        {t(kind === 'course' ? 'redeem.to_my_courses' : 'redeem.to_courses')}
      </LinkButton>
      <LinkButton to="/redeem" kind="text" onClick={onAnother}>
        {t('redeem.another')}
      </LinkButton>
    </div>
  );
}
