import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { PostalAddress, SavedAddress } from '#core/model/address.ts';
import { AddressLines } from '#ui/components/accounts/address-lines.tsx';
import { Badge } from '#ui/components/parts/badge.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { ConfirmDialog } from '#ui/components/parts/dialog/dialog.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { AddressForm } from './address-form.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/**
 * The address book: lists, adds, edits and deletes addresses and sets the default
 * (docs/behaviour/accounts.md#address-book).
 */
export function AddressBook({ addresses }: { readonly addresses: readonly SavedAddress[] | null }) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, error, done, change } = useOutcome();
  const [{ open, closed }, setForms] = useState<Forms>({ open: null, closed: null });
  const [removed, setRemoved] = useState<SavedAddress | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const afterDialog = useRef<HTMLElement>(null);
  const book = useRef<HTMLDivElement>(null);
  const [madeMain, setMadeMain] = useState<string | null>(null);

  async function remove(): Promise<void> {
    if (removed === null) return;
    const isGood = await change(() => actions.removeAddress(removed.id), t('data.addresses.removed'));
    if (!isGood) return;
    // The button that opened the dialog is removed with its address.
    afterDialog.current = book.current;
    await revalidate();
  }

  const openForm = (form: string) => setForms((forms) => ({ ...forms, open: form }));
  const close = (form: string) => setForms((forms) => withClosed(forms, form));

  async function makeMain({ id }: SavedAddress): Promise<void> {
    setMadeMain(id);
    const main = { id, is_default_shipping: true, is_default_billing: true };
    const isGood = await change(() => actions.changeAddress(main), t('data.addresses.made_main'));
    if (isGood) {
      // The pressed button is removed.
      book.current?.focus();
      await revalidate();
    }
    setMadeMain(null);
  }

  async function write(address: Omit<SavedAddress, 'id'>, id: string | null) {
    const response = await (id === null
      ? actions.addAddress(address)
      : actions.changeAddress({ id, ...address }));
    if (!response.ok) return response;
    await change(async () => response, t(id === null ? 'data.addresses.added' : 'data.addresses.changed'));
    await revalidate();
    close(id ?? 'new');
    return response;
  }

  const newForm = (
    <AddressForm
      title={t('data.addresses.add_title')}
      address={null}
      isFirst={addresses?.length === 0}
      onWrite={(address) => write(address, null)}
      onCancel={() => close('new')}
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
                      onCancel={() => close(address.id)}
                    />
                  ) : (
                    <AddressCard
                      address={address}
                      isBusy={isBusy && madeMain === address.id}
                      takesFocus={closed === address.id}
                      onChange={() => openForm(address.id)}
                      onMakeMain={() => makeMain(address)}
                      onRemove={(opener) => {
                        afterDialog.current = opener;
                        setRemoved(address);
                        setConfirming(true);
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
              onClick={() => openForm('new')}
            >
              {t('data.addresses.add')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('data.addresses.remove_title')}
        description={removed === null ? '' : addressLine(removed)}
        confirmLabel={t('data.addresses.remove_confirm')}
        onConfirm={remove}
        finalFocus={afterDialog}
      />
    </ProfileSection>
  );
}

/** The open form and the one closed last: `new`, an address id, or null. */
interface Forms {
  readonly open: string | null;
  /** The button that opened it gets the focus. */
  readonly closed: string | null;
}

/** Closes a form that was saved or cancelled. If another one was opened meanwhile, that one stays. */
export function withClosed(forms: Forms, form: string): Forms {
  return forms.open === form ? { open: null, closed: form } : forms;
}

interface AddressCardProps {
  readonly address: SavedAddress;
  /** Whether the address is being set as the default. */
  readonly isBusy: boolean;
  /** Whether its form was just closed, so that its button takes the focus. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  readonly onMakeMain: () => void;
  readonly onRemove: (opener: HTMLElement) => void;
}

function addressLine({ firstname, lastname, street, house_number, city }: PostalAddress): string {
  return `${firstname} ${lastname}, ${street} ${house_number}, ${city}`;
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** An address with its badges and buttons. */
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
