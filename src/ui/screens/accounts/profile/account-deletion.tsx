import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Learner } from '#core/model/user.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { PasswordField } from '#ui/components/parts/fields/form-fields.tsx';
import {
  PostForm,
  SubmitButton,
  usePostedForm,
  WithoutScript,
} from '#ui/components/parts/fields/post-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Outcome } from '#ui/components/parts/outcome.tsx';
import { ownPasswordSchema } from '#ui/forms/account-schemas.ts';
import { assignFailure, useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

interface AccountDeletionProps {
  readonly learner: Learner;
  readonly onDeleted: () => void;
}

/**
 * Deletes the account, confirmed by password or, if there is none, by mail
 * (docs/behaviour/accounts.md#account-deletion).
 */
export function AccountDeletion({ learner, onDeleted }: AccountDeletionProps) {
  const { t } = useTranslation('myProfile');
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const { email, is_registered_with_funnel: isWithoutPassword } = learner;
  const close = () => setOpen(false);

  return (
    <ProfileSection title={t('data.deletion.title')} note={t('data.deletion.text')}>
      <div className={styles.form}>
        <Outcome
          title={t('data.deletion.sent_title')}
          done={isSent ? t('data.deletion.sent', { email: shownEmail(email) }) : null}
        />
        <Button kind="outline" onClick={() => setOpen(true)}>
          {t('data.deletion.submit')}
        </Button>
        {!isWithoutPassword && <WithoutScript>{() => <DeletionWithoutScript />}</WithoutScript>}
      </div>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('data.deletion.dialog_title')}
        description={
          isWithoutPassword
            ? t('data.deletion.dialog_text_mail', { email: shownEmail(email) })
            : t('data.deletion.dialog_text')
        }
        isConfirmation
      >
        {isWithoutPassword ? (
          <DeletionByMail
            onClose={close}
            onSent={() => {
              close();
              setSent(true);
            }}
          />
        ) : (
          <DeletionByPassword onClose={close} onDeleted={onDeleted} />
        )}
      </Dialog>
    </ProfileSection>
  );
}

interface DeletionProps {
  readonly onClose: () => void;
}

function DeletionByPassword({ onClose, onDeleted }: DeletionProps & { readonly onDeleted: () => void }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const [refusal, setRefusal] = useState<CallFailure | null>(null);
  const [isForfeited, setForfeited] = useState(false);
  const form = useSchemaForm(ownPasswordSchema, { defaultValues: { password: '' } });

  const submit = form.handleSubmit(async ({ password }) => {
    setRefusal(null);
    const response = await actions.deleteAccount(password, isForfeited);
    if (response.ok) onDeleted();
    else if (!assignFailure(response.error, ['password'], form.setError)) setRefusal(response.error);
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <PasswordField
        label={t('data.password.title')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Refusal failure={refusal} isForfeited={isForfeited} onForfeit={setForfeited} />
      <DeletionButtons label={t('data.deletion.confirm')} isBusy={form.isSubmitting} onClose={onClose} />
    </form>
  );
}

function DeletionByMail({ onClose, onSent }: DeletionProps & { readonly onSent: () => void }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { isBusy, run } = useBusy();
  const [refusal, setRefusal] = useState<CallFailure | null>(null);
  const [isForfeited, setForfeited] = useState(false);

  async function request(): Promise<void> {
    setRefusal(null);
    const response = await actions.deleteAccount(null, isForfeited);
    if (response.ok) onSent();
    else setRefusal(response.error);
  }

  return (
    <form
      className={styles.form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void run(request);
      }}
    >
      <Refusal failure={refusal} isForfeited={isForfeited} onForfeit={setForfeited} />
      <DeletionButtons label={t('data.deletion.confirm_mail')} isBusy={isBusy} onClose={onClose} />
    </form>
  );
}

/** The deletion form without JavaScript. It always shows the checkbox to forfeit credit, because no dialog can ask. */
function DeletionWithoutScript() {
  const { t } = useTranslation('myProfile');
  const form = useSchemaForm(ownPasswordSchema, {
    posted: usePostedForm('delete_account'),
    defaultValues: { password: '' },
  });
  return (
    <PostForm className={styles.form} refusal={form.refusal}>
      <PasswordField
        label={t('data.password.title')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Checkbox name="forfeit">{t('data.deletion.forfeit')}</Checkbox>
      <SubmitButton form="delete_account" kind="outline">
        {t('data.deletion.confirm')}
      </SubmitButton>
    </PostForm>
  );
}

interface RefusalProps {
  readonly failure: CallFailure | null;
  readonly isForfeited: boolean;
  readonly onForfeit: (isForfeited: boolean) => void;
}

/**
 * Explains why the deletion was rejected. A renewing subscription has to be cancelled on the purchases page; remaining
 * credit can be forfeited here.
 */
function Refusal({ failure, isForfeited, onForfeit }: RefusalProps) {
  const { t } = useTranslation('myProfile');
  const failureText = useFailureText();
  if (failure === null) return null;
  return (
    <>
      <Notice tone="error">
        {failureText(failure)}{' '}
        {failure.code === 'CONTRACT_RENEWS' && (
          <ShopLink to="/profil/subscription">{t('data.deletion.to_purchases')}</ShopLink>
        )}
      </Notice>
      {failure.code === 'CREDIT_LEFT' && (
        <Checkbox checked={isForfeited} onChange={(event) => onForfeit(event.currentTarget.checked)}>
          {t('data.deletion.forfeit')}
        </Checkbox>
      )}
    </>
  );
}

interface DeletionButtonsProps extends DeletionProps {
  readonly label: string;
  readonly isBusy: boolean;
}

function DeletionButtons({ label, isBusy, onClose }: DeletionButtonsProps) {
  const { t } = useTranslation('myProfile');
  return (
    <div className={styles.choices}>
      <Button kind="outline" onClick={onClose}>
        {t('data.cancel')}
      </Button>
      <Button type="submit" isLoading={isBusy}>
        {label}
      </Button>
    </div>
  );
}
