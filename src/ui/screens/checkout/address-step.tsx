import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PostalAddress, SavedAddress } from '#core/rules/address.ts';
import type { Learner } from '#core/rules/session.ts';
import { defaultDeliveryCountries } from '#core/rules/shipping.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { AccountGate } from './account-gate.tsx';
import { AddressErrors } from './address-errors.tsx';
import { AddressFields } from './address-fields.tsx';
import type { ContactForm } from './address-schema.ts';
import { guestForm, learnerForm, toAddressForm, toPostalAddress } from './address-schema.ts';
import { AddressSkeleton } from './address-skeleton.tsx';
import styles from './address-step.module.css';
import { billingCountries } from './billing-countries.ts';
import { EmailField } from './email-field.tsx';
import { newAddress, SavedAddresses } from './saved-addresses.tsx';
import { useAccountCheck } from './use-account-check.ts';
import type { Checkout } from './use-checkout.ts';
import { useCountryName } from './use-country-name.ts';
import { useGiveAddress } from './use-give-address.ts';
import { useLearnerAddresses } from './use-learner-addresses.ts';

export interface AddressStepProps {
  readonly checkout: Checkout;
  readonly addresses: readonly SavedAddress[];
}

const formId = 'address-form';

/** Step one: e-mail, and where it goes; whoever has an account logs in here (decisions §4). */
export function AddressStep({ checkout, addresses }: AddressStepProps) {
  const shop = useShop();
  const session = useStore(shop.stores.session, (state) => state);
  const known = useLearnerAddresses(addresses);
  const isCartKnown = useStore(shop.stores.cart, ({ status }) => status !== 'loading');
  if (known === null || !isCartKnown) return <AddressSkeleton />;
  const key = session.status === 'logged_in' ? session.learner.sub : 'guest';
  return <AddressStepOf key={key} checkout={checkout} addresses={known} />;
}

function AddressStepOf({ checkout, addresses }: AddressStepProps) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const session = useStore(shop.stores.session, (state) => state);
  const isGuest = session.status === 'guest';
  const isShipped = useStore(shop.stores.cart, ({ cart }) =>
    cart.products.some((line) => line.product_data.is_shipped),
  );
  const deliveryCountries = shop.initialState.facts?.delivery_countries ?? defaultDeliveryCountries;
  const countries = isShipped ? deliveryCountries : billingCountries;
  const saved = addresses.filter(({ country }) => countries.includes(country));
  const [chosen, setChosen] = useState(() => saved[0]?.id ?? newAddress);
  const usesSaved = !isGuest && chosen !== newAddress;

  const form = useForm<ContactForm>({
    resolver: zodResolver(isGuest ? guestForm : learnerForm),
    mode: 'onTouched',
    defaultValues: {
      email: checkout.order?.email ?? '',
      address: {
        ...toAddressForm(checkout.order?.shipping_address ?? null, countries[0] ?? 'DE'),
        ...(checkout.order === null && !isGuest ? nameOf(session.learner) : {}),
      },
    },
  });
  const account = useAccountCheck();
  const { give, failure } = useGiveAddress(checkout, account.markKnown);
  const { isBusy, run } = useBusy();

  async function submit(address: PostalAddress, email: string): Promise<void> {
    if (isGuest && (await account.check(email))) return;
    await give(address, isGuest ? email : undefined);
  }

  const mustLogIn = isGuest && account.known !== null;
  const savedAddress = saved.find(({ id }) => id === chosen);
  return (
    <div className={styles.step}>
      <AddressErrors errors={form.formState.errors} isShown={form.formState.isSubmitted && !usesSaved} />
      {isGuest ? (
        <EmailField form={form} formId={formId} onEmail={account.check} />
      ) : (
        <p className={styles.who}>{t('address.logged_in', { email: session.learner.email })}</p>
      )}
      {mustLogIn && (
        <AccountGate
          email={account.known ?? ''}
          onOtherEmail={() => form.setFocus('email', { shouldSelect: true })}
        />
      )}
      <form
        id={formId}
        className={styles.form}
        hidden={mustLogIn}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            if (usesSaved && savedAddress !== undefined) await submit(postalPart(savedAddress), '');
            else
              await form.handleSubmit((typed) => submit(toPostalAddress(typed.address), typed.email))(event);
          });
        }}
      >
        <fieldset className={styles.group}>
          <legend>{isShipped ? t('address.ship_to') : t('address.bill_to')}</legend>
          {isShipped && <DeliveryHint countries={deliveryCountries} />}
          {!isGuest && saved.length > 0 && (
            <SavedAddresses addresses={saved} chosen={chosen} onChoose={setChosen} />
          )}
          {!usesSaved && (
            <AddressFields
              form={form}
              countries={countries}
              purpose={isShipped ? 'shipping' : 'billing'}
              idPrefix="address"
            />
          )}
        </fieldset>
        {failure !== null && (
          <Notice tone="error" title={t('address.failed')}>
            {failure}
          </Notice>
        )}
        <Button type="submit" size="large" isWide isLoading={isBusy}>
          {t('address.continue')}
        </Button>
      </form>
    </div>
  );
}

/** The address without what makes it an entry of the address book: its id would be taken for the cart's. */
function postalPart(saved: SavedAddress): PostalAddress {
  const { id: _id, is_default_shipping: _shipping, is_default_billing: _billing, ...address } = saved;
  return address;
}

function nameOf({ firstname, lastname }: Learner): Pick<PostalAddress, 'firstname' | 'lastname'> {
  return { firstname, lastname };
}

function DeliveryHint({ countries }: { readonly countries: readonly string[] }) {
  const { t } = useTranslation('checkout');
  const countryName = useCountryName();
  return (
    <p className={styles.hint}>
      {t('address.delivery_hint', { countries: countries.map(countryName).join(', ') })}
    </p>
  );
}
