import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeInfo, Redemption } from '#core/model/code.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { writtenCode } from '#core/rules/gifts/written-code.ts';
import { UnconfirmedEmail } from '#ui/components/accounts/unconfirmed-email.tsx';
import { GiftMotif } from '#ui/components/carts/gift-motif.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { loginSchema } from '#ui/forms/account-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './found-code.module.css';

interface RedeemProps {
  readonly info: CodeInfo;
  readonly onRedeemed: (redemption: Redemption) => void;
}

interface FoundCodeProps extends RedeemProps {
  readonly onAnother: () => void;
}

/**
 * What a code is worth. A gift is opened first: its drawing unfolds, then the greeting is read, then it is redeemed
 * (docs/behaviour/gifts.md#opening-a-gift).
 */
export function FoundCode({ info, onRedeemed, onAnother }: FoundCodeProps) {
  const { t } = useTranslation('base');
  const { api } = useShop();
  const [isOpen, setOpen] = useState(info.gift?.is_opened !== false);
  const [isJustOpened, setJustOpened] = useState(false);

  function open(): void {
    setOpen(true);
    setJustOpened(true);
    // The page does not wait for it.
    void api.getCodeInfo({ body: { code: info.code, opens: true } });
  }

  return (
    <div
      className={styles.whole}
      data-open={isOpen || undefined}
      data-just-opened={isJustOpened || undefined}
    >
      <GiftCard info={info} onOpen={isOpen ? null : open} />
      <VisuallyHidden role="status">{isJustOpened ? t('redeem.opened') : ''}</VisuallyHidden>
      <div className={styles.inside}>
        <Redeem info={info} onRedeemed={onRedeemed} />
        <LinkButton to="/redeem" kind="text" onClick={onAnother}>
          {t('redeem.another')}
        </LinkButton>
      </div>
    </div>
  );
}

interface GiftCardProps {
  readonly info: CodeInfo;
  /** Null once it is open. */
  readonly onOpen: (() => void) | null;
}

/** The card: motif of the occasion and names in front; drawing of the course, greeting and code inside. */
function GiftCard({ info, onOpen }: GiftCardProps) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { gift, kind } = info;
  const gives =
    kind === 'voucher'
      ? t('redeem.gives_voucher', { amount: formatPrice(cents(info.value ?? 0), locale) })
      : kind === 'gift'
        ? t('redeem.gives_gift', { title: info.product_title ?? '' })
        : t('redeem.gives_coupon');
  return (
    <div className={styles.card} data-theme="paper">
      {gift !== null && (
        <>
          {onOpen === null && info.course_picture !== null ? (
            <Picture
              name={info.course_picture}
              alt=""
              width={320}
              ratio="3/4"
              sizes="192px"
              className={styles.drawing}
            />
          ) : (
            <GiftMotif theme={gift.theme} className={styles.motif} />
          )}
          <h2 className={styles.heading}>{t(`gift.preview.headings.${gift.theme}`)}</h2>
          {gift.recipient_name !== null && (
            <p className={styles.for}>{t('redeem.for', { name: gift.recipient_name })}</p>
          )}
        </>
      )}
      {onOpen !== null && (
        <div className={styles.closed}>
          {gift?.sender_name == null ? (
            <p>{t('redeem.closed')}</p>
          ) : (
            <p>{t('redeem.from', { name: gift.sender_name })}</p>
          )}
          <Button size="large" onClick={onOpen}>
            {t('redeem.open')}
          </Button>
        </div>
      )}
      <div className={styles.inside}>
        <p className={styles.gives}>{gives}</p>
        {gift?.greeting != null && <p className={styles.greeting}>{gift.greeting}</p>}
        {gift?.sender_name != null && (
          <p className={styles.from}>{t('redeem.from', { name: gift.sender_name })}</p>
        )}
        <p className={styles.code}>{t('redeem.code_is', { code: writtenCode(info.code) })}</p>
      </div>
    </div>
  );
}

/**
 * One press for learners; guests get an account, or log in, with the same press. Until the address is confirmed it says
 * what is missing, and the button stays.
 */
function Redeem({ info, onRedeemed }: RedeemProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const isLoggedIn = useLearner() !== null;
  const { isBusy, error, call } = useApiCall();
  const refusal = useRefusal(usePostedForm('redeem'), {});
  const [isAsking, setAsking] = useState(false);

  if (info.kind !== 'gift' && info.kind !== 'voucher') {
    return (
      <LinkButton to="/kurse" size="large" isWide>
        {t('redeem.to_courses')}
      </LinkButton>
    );
  }
  const redeem = () => call(() => actions.redeemCode(info.code), onRedeemed);
  // It stays until the end, although the session begins before.
  if (isAsking) {
    const refuse = () => {
      setAsking(false);
      // Who is logged in now is told why.
      void redeem();
    };
    return <GuestForm info={info} onRedeemed={onRedeemed} onRefused={refuse} />;
  }
  return (
    <>
      <UnconfirmedEmail text={(email) => t('redeem.unconfirmed', { email })} />
      {error !== null && <Notice tone="error">{error}</Notice>}
      <PostForm
        className={styles.form}
        refusal={refusal}
        onSubmit={(event) => {
          event.preventDefault();
          if (isLoggedIn) void redeem();
          else setAsking(true);
        }}
      >
        <input type="hidden" name="code" value={info.code} />
        <SubmitButton form="redeem" size="large" isWide isLoading={isBusy}>
          {t('redeem.redeem')}
        </SubmitButton>
      </PostForm>
    </>
  );
}

interface GuestFormProps extends RedeemProps {
  /** The account takes no such code. */
  readonly onRefused: () => void;
}

/** E-mail and password, by which a guest is logged in or registered, and the code is redeemed. */
function GuestForm({ info, onRedeemed, onRefused }: GuestFormProps) {
  const { t } = useTranslation(['base', 'auth']);
  const { actions } = useShop();
  const locale = useLocale();
  const back = encodeURIComponent(`/${locale}/redeem?code=${encodeURIComponent(info.code)}`);
  const form = useSchemaForm(loginSchema, { defaultValues: { email: '', password: '', code: '' } });

  const submit = form.handleSubmit(async ({ email, password }) => {
    const entered = await actions.enterCampaign({ email, password, code: info.code });
    if (entered.ok && entered.value.redemption !== null) onRedeemed(entered.value.redemption);
    else if (entered.ok) onRefused();
    else if (entered.error.code === 'WRONG_CREDENTIALS')
      form.setError('password', { type: 'server', message: t('redeem.wrong') }, { shouldFocus: true });
    else form.showFailure(entered.error);
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} aria-label={t('redeem.account')}>
      <p>{t('redeem.log_in_first')}</p>
      <TextField
        type="email"
        label={t('auth:login.email')}
        autoComplete="username"
        autoFocus
        {...form.field('email')}
      />
      <PasswordField
        label={t('auth:login.password')}
        hint={t('auth:register.password_hint')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <Button type="submit" size="large" isWide isLoading={form.isSubmitting}>
        {t('redeem.account_submit')}
      </Button>
      <ShopLink to={`/auth/login?returnTo=${back}`}>{t('redeem.log_in')}</ShopLink>
    </form>
  );
}
