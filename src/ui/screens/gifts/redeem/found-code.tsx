import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeInfo, Redemption } from '#core/model/code.ts';
import { cents, formatPrice } from '#core/rules/basics/money.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { UnconfirmedEmail } from '#ui/components/accounts/unconfirmed-email.tsx';
import { GiftMotif } from '#ui/components/carts/gift-motif.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './found-code.module.css';
import { RedeemAccount } from './redeem-account.tsx';

interface RedeemProps {
  readonly info: CodeInfo;
  readonly onRedeemed: (redemption: Redemption) => void;
}

interface FoundCodeProps extends RedeemProps {
  readonly onAnother: () => void;
}

/**
 * The content of a code. A gift is opened first: its drawing unfolds and shows the greeting, then it can be redeemed
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
    // Sent without waiting for the response.
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
  /** Null if the gift is open. */
  readonly onOpen: (() => void) | null;
}

/** The card of a gift: outside the theme's drawing and the names; inside the course's drawing, greeting and code. */
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
        <p className={styles.code}>{t('redeem.code_is', { code: formatCode(info.code) })}</p>
      </div>
    </div>
  );
}

/**
 * Redeems the code. Guests log in or register first. While the e-mail address is unconfirmed, this is explained above
 * the button.
 */
function Redeem({ info, onRedeemed }: RedeemProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const isLoggedIn = useLearner() !== null;
  const { isBusy, error, call } = useApiCall();
  const refusal = useRefusal(usePostedForm('redeem'), {});
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  if (info.kind !== 'gift' && info.kind !== 'voucher') {
    return (
      <LinkButton to="/kurse" size="large" isWide>
        {t('redeem.to_courses')}
      </LinkButton>
    );
  }
  // Keeps the form mounted until the end, although the visitor is logged in before.
  if (isAsking) {
    return (
      <RedeemAccount
        code={info.code}
        onRedeemed={onRedeemed}
        onRefused={(reason) => {
          setRefused(reason);
          setAsking(false);
        }}
      />
    );
  }
  const problem = error ?? refused;
  return (
    <>
      <UnconfirmedEmail text={(email) => t('redeem.unconfirmed', { email })} />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <PostForm
        className={styles.form}
        refusal={refusal}
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(null);
          if (isLoggedIn) void call(() => actions.redeemCode(info.code), onRedeemed);
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
