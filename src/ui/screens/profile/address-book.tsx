import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { SavedAddress } from '#core/rules/address.ts';
import { Button } from '#ui/components/button/button.tsx';
import { ConfirmDialog } from '#ui/components/dialog/confirm-dialog.tsx';
import { List } from '#ui/components/list/list.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { ListFailed } from '#ui/screens/purchases/list-failed.tsx';
import { AddressCard, addressLine, takeFocus } from './address-card.tsx';
import { AddressForm } from './address-form.tsx';
import { Outcome } from './outcome.tsx';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';
import { useOutcome } from './use-outcome.ts';

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
