import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Passkey } from '#core/model/passkey.ts';
import { lengths } from '#core/model/text-lengths.ts';
import type { Learner } from '#core/model/user.ts';
import type { Page } from '#core/model/values.ts';
import { Badge } from '#ui/components/parts/badge.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { PasswordField, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton } from '#ui/components/parts/fields/post-form.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { Notice, NoticeRegion } from '#ui/components/parts/notice.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import type { SavedForm } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';

interface PasskeyListProps {
  readonly learner: Learner;
  readonly passkeys: Page<Passkey> | null;
  /** Result of a form that was saved without JavaScript. */
  readonly saved: SavedForm | null;
}

/** The learner's passkeys: lists, adds, renames and removes them (docs/behaviour/accounts.md#passkeys). */
export function PasskeyList({ learner, passkeys, saved }: PasskeyListProps) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, error, done, change } = useOutcome();
  const list = useRef<HTMLDivElement>(null);
  const savedText = saved?.form === 'remove_passkey' ? t('data.passkeys.removed') : null;

  async function remove({ id }: Passkey): Promise<void> {
    if (isBusy) return;
    await change(async () => {
      const response = await actions.removePasskey(id);
      // The button is removed with its passkey, and the list with the last one.
      if (response.ok) list.current?.focus();
      await revalidate();
      return response;
    }, t('data.passkeys.removed'));
  }

  async function rename({ id }: Passkey, name: string): Promise<boolean> {
    return change(async () => {
      const response = await actions.renamePasskey(id, name);
      await revalidate();
      return response;
    }, t('data.passkeys.renamed'));
  }

  return (
    <ProfileSection title={t('data.passkeys.title')} note={t('data.passkeys.note')}>
      {passkeys === null ? (
        <ListFailed />
      ) : (
        <>
          <div ref={list} tabIndex={-1}>
            {passkeys.items.length === 0 ? (
              <p className={styles.quiet}>{t('data.passkeys.none')}</p>
            ) : (
              <List className={styles.rows}>
                {passkeys.items.map((passkey) => (
                  <Row
                    key={passkey.id}
                    passkey={passkey}
                    isBusy={isBusy}
                    onRemove={() => remove(passkey)}
                    onRename={(name) => rename(passkey, name)}
                  />
                ))}
              </List>
            )}
          </div>
          <Outcome error={error} done={done ?? savedText} />
          {learner.is_email_confirmed ? (
            <NewPasskey hasPassword={!learner.is_registered_with_funnel} onAdded={revalidate} />
          ) : (
            <p className={styles.quiet}>{t('data.passkeys.unconfirmed')}</p>
          )}
        </>
      )}
    </ProfileSection>
  );
}

interface NewPasskeyProps {
  readonly hasPassword: boolean;
  readonly onAdded: () => Promise<void>;
}

/**
 * Adds a passkey. Asks for the password if the login was some time ago. It has its own error messages: code shared with
 * the login page would become a file that the manifest of every page lists.
 */
function NewPasskey({ hasPassword, onAdded }: NewPasskeyProps) {
  const { t } = useTranslation(['myProfile', 'auth']);
  const { actions } = useShop();
  const { isBusy, call, failure, error } = useApiCall();
  const [isAdded, setAdded] = useState(false);
  const [asksPassword, setAsksPassword] = useState(false);
  const [password, setPassword] = useState('');

  async function add(): Promise<void> {
    setAdded(false);
    await call(
      async () => {
        const response = await actions.addPasskey(asksPassword ? password : null);
        if (!response.ok && response.error.code === 'LOGIN_TOO_OLD') setAsksPassword(true);
        return response;
      },
      async () => {
        setAsksPassword(false);
        setPassword('');
        setAdded(true);
        await onAdded();
      },
    );
  }

  // These two errors are shown at the password field.
  const isSaid = failure?.code === 'LOGIN_TOO_OLD' || failure?.code === 'WRONG_PASSWORD';
  const ofDevice: Readonly<Record<string, string>> = {
    PASSKEY_CANCELLED: t('auth:passkey.not_made'),
    PASSKEY_KNOWN: t('auth:passkey.known'),
    PASSKEY_UNAVAILABLE: t('auth:passkey.unavailable'),
  };
  const problem = isSaid || failure === null ? null : (ofDevice[failure.code] ?? error);
  const message = asksPassword && !hasPassword ? t('data.passkeys.log_in_again') : problem;
  return (
    <form
      className={`${styles.form} ${styles.scripted}`}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {asksPassword && hasPassword && (
        <PasswordField
          label={t('data.passkeys.password')}
          hint={t('data.passkeys.password_hint')}
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          error={failure?.code === 'WRONG_PASSWORD' ? error : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <NoticeRegion>{message !== null && <Notice>{message}</Notice>}</NoticeRegion>
      <Outcome done={isAdded ? t('data.passkeys.added') : null} />
      <Button type="submit" kind="outline" isLoading={isBusy}>
        {t('data.passkeys.add')}
      </Button>
    </form>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly onRemove: () => unknown;
  readonly onRename: (name: string) => Promise<boolean>;
}

function Row({ passkey, isBusy, onRemove, onRename }: RowProps) {
  const { t } = useTranslation('myProfile');
  const dateOf = useDateOfText();
  const [typed, setTyped] = useState<string | null>(null);
  const [isBack, setBack] = useState(false);
  const name = passkey.name === '' ? t('data.passkeys.unnamed') : passkey.name;

  /** Closes the form, whose buttons are removed; the button that opened it gets the focus. */
  function leave(): void {
    setTyped(null);
    setBack(true);
  }

  if (typed !== null) {
    return (
      <li>
        <form
          className={styles.form}
          onSubmit={async (event) => {
            event.preventDefault();
            if (typed.trim() !== '' && (await onRename(typed.trim()))) leave();
          }}
        >
          <TextField
            label={t('data.passkeys.name')}
            maxLength={lengths.name}
            required
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className={styles.choices}>
            <Button type="submit" kind="outline" isLoading={isBusy}>
              {t('data.passkeys.save')}
            </Button>
            <Button kind="text" onClick={leave}>
              {t('data.passkeys.cancel')}
            </Button>
          </div>
        </form>
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <div>
        <p>{name}</p>
        <p className={styles.quiet}>
          {t('data.passkeys.made', { day: dateOf(passkey.created_at) })}
          {passkey.last_used_at === null
            ? t('data.passkeys.never_used')
            : t('data.passkeys.last_used', { day: dateOf(passkey.last_used_at) })}
        </p>
        {passkey.is_synced && <Badge>{t('data.passkeys.synced')}</Badge>}
      </div>
      <div className={styles.choices}>
        <Button
          kind="text"
          className={styles.scripted}
          autoFocus={isBack}
          aria-label={t('data.passkeys.rename_named', { name })}
          onClick={() => setTyped(passkey.name)}
        >
          {t('data.passkeys.rename')}
        </Button>
        <PostForm
          onSubmit={(event) => {
            event.preventDefault();
            onRemove();
          }}
        >
          <input type="hidden" name="passkey" value={passkey.id} />
          <SubmitButton
            form="remove_passkey"
            kind="text"
            isLoading={isBusy}
            aria-label={t('data.passkeys.remove_named', { name })}
          >
            {t('data.passkeys.remove')}
          </SubmitButton>
        </PostForm>
      </div>
    </li>
  );
}
