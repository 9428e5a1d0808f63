import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { PostalAddress, SavedAddress } from '#core/model/address.ts';
import { Badge } from '#ui/components/badge.tsx';
import { Button } from '#ui/components/button.tsx';
import { ConfirmDialog } from '#ui/components/dialog/dialog.tsx';
import { ListFailed } from '#ui/components/list-failed.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { AddressLines } from '#ui/screens/checkout/review-step.tsx';
import { AddressForm } from './address-form.tsx';
import { Outcome, useOutcome } from './outcome.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** The address book: list, add, change, delete, and which address is the main one (decisions §5). */
export function AddressBook({ addresses }: { readonly addresses: readonly SavedAddress[] | null }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, error, done, change } = useOutcome();
  /** What is being written: a new address, or the one of this id. */
  const [open, setOpen] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<SavedAddress | null>(null);
  const [isAsked, setAsked] = useState(false);
  /** The form that was closed last: focus goes back to what opened it. */
  const [closed, setClosed] = useState<string | null>(null);
  const afterDialog = useRef<HTMLElement>(null);
  const book = useRef<HTMLDivElement>(null);
  const [madeMain, setMadeMain] = useState<string | null>(null);

  async function remove(): Promise<void> {
    if (leaving === null) return;
    const isGood = await change(() => actions.removeAddress(leaving.id), t('data.addresses.removed'));
    if (!isGood) return;
    // The button that asked goes away with its address.
    afterDialog.current = book.current;
    await revalidate();
  }

  function close(): void {
    setClosed(open);
    setOpen(null);
  }

  async function makeMain(address: SavedAddress): Promise<void> {
    setMadeMain(address.id);
    const main = { ...address, is_default_shipping: true, is_default_billing: true };
    const isGood = await change(() => actions.changeAddress(main), t('data.addresses.made_main'));
    if (isGood) await revalidate();
    setMadeMain(null);
  }

  async function write(address: Omit<SavedAddress, 'id'>, id: string | null) {
    const answer = await (id === null
      ? actions.addAddress(address)
      : actions.changeAddress({ id, ...address }));
    if (!answer.ok) return answer;
    await change(async () => answer, t(id === null ? 'data.addresses.added' : 'data.addresses.changed'));
    await revalidate();
    close();
    return answer;
  }

  const newForm = (
    <AddressForm
      title={t('data.addresses.add_title')}
      address={null}
      isFirst={addresses?.length === 0}
      onWrite={(address) => write(address, null)}
      onCancel={close}
    />
  );

  return (
    <ProfileSection title={t('data.addresses.title')} note={t('data.addresses.note')}>
      {addresses === null ? (
        <ListFailed />
      ) : (
        <div ref={book} tabIndex={-1} className={styles.book}>
          {addresses.length === 0 && open !== 'new' && (
            <p className={styles.quiet}>{t('data.addresses.empty')}</p>
          )}
          {addresses.length > 0 && (
            <List className={styles.rows}>
              {addresses.map((address) => (
                <li key={address.id}>
                  {open === address.id ? (
                    <AddressForm
                      title={t('data.addresses.change_title')}
                      address={address}
                      isFirst={false}
                      onWrite={(changed) => write(changed, address.id)}
                      onCancel={close}
                    />
                  ) : (
                    <AddressCard
                      address={address}
                      isBusy={isBusy && madeMain === address.id}
                      takesFocus={closed === address.id}
                      onChange={() => setOpen(address.id)}
                      onMakeMain={() => makeMain(address)}
                      onRemove={(opener) => {
                        afterDialog.current = opener;
                        setLeaving(address);
                        setAsked(true);
                      }}
                    />
                  )}
                </li>
              ))}
            </List>
          )}
          {open === 'new' && newForm}
          <Outcome error={error} done={done} />
          {open !== 'new' && (
            <Button
              ref={closed === 'new' ? takeFocus : undefined}
              kind="outline"
              onClick={() => setOpen('new')}
            >
              {t('data.addresses.add')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('data.addresses.remove_title')}
        description={leaving === null ? '' : addressLine(leaving)}
        confirmLabel={t('data.addresses.remove_confirm')}
        onConfirm={remove}
        finalFocus={afterDialog}
      />
    </ProfileSection>
  );
}

interface AddressCardProps {
  readonly address: SavedAddress;
  /** It is being made the main address. */
  readonly isBusy: boolean;
  /** Its form was closed a moment ago, so that focus comes back. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  readonly onMakeMain: () => void;
  /** Is told which button asked. */
  readonly onRemove: (opener: HTMLElement) => void;
}

/** An address on one line, to tell it from others. */
function addressLine({ firstname, lastname, street, house_number, city }: PostalAddress): string {
  return `${firstname} ${lastname}, ${street} ${house_number}, ${city}`;
}

/** Focuses a button as it appears. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** An address of the book, what it is used for, and what can be done with it. */
function AddressCard(props: AddressCardProps) {
  const { address, isBusy, takesFocus, onChange, onMakeMain, onRemove } = props;
  const { t } = useTranslation('myProfile');
  const { is_default_shipping, is_default_billing } = address;
  const named = { address: addressLine(address) };
  return (
    <div className={styles.address}>
      <div className={styles.lines}>
        <AddressLines address={address} />
        {(is_default_shipping || is_default_billing) && (
          <p className={styles.badges}>
            {is_default_shipping && <Badge tone="gold">{t('data.addresses.shipping')}</Badge>}
            {is_default_billing && <Badge tone="gold">{t('data.addresses.billing')}</Badge>}
          </p>
        )}
      </div>
      <div className={styles.choices}>
        <Button
          ref={takesFocus ? takeFocus : undefined}
          kind="text"
          aria-label={t('data.addresses.change_named', named)}
          onClick={onChange}
        >
          {t('data.addresses.change')}
        </Button>
        <Button
          kind="text"
          aria-label={t('data.addresses.remove_named', named)}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          {t('data.addresses.remove')}
        </Button>
        {!(is_default_shipping && is_default_billing) && (
          <Button
            kind="text"
            isLoading={isBusy}
            aria-label={t('data.addresses.main_named', named)}
            onClick={onMakeMain}
          >
            {t('data.addresses.main')}
          </Button>
        )}
      </div>
    </div>
  );
}
