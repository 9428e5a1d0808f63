import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress, SavedAddress, TypedContact } from '#core/model/address.ts';
import type { Learner } from '#core/model/user.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import { needsAccount } from '#core/rules/checkout.ts';
import { defaultDeliveryCountries } from '#core/rules/delivery.ts';
import { Button } from '#ui/components/button.tsx';
import { Radio } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { AccountLogin } from './account-login.tsx';
import { AddressErrors, AddressFields, EmailField, useAccountCheck } from './address-fields.tsx';
import { AddressLines, useCountryName } from './address-lines.tsx';
import type { ContactForm } from './address-schema.ts';
import {
  billingCountries,
  guestForm,
  learnerForm,
  toAddressForm,
  toPostalAddress,
} from './address-schema.ts';
import { AddressSkeleton } from './address-skeleton.tsx';
import styles from './address-step.module.css';
import { ExpressCheckout } from './express-checkout.tsx';
import type { WalletApproval } from './express-payment.tsx';
import type { Checkout } from './use-checkout.ts';
import { useMethodText } from './use-method-text.ts';

type WalletContact = NonNullable<WalletApproval['contact']>;

export interface AddressStepProps {
  readonly checkout: Checkout;
  readonly addresses: readonly SavedAddress[];
  /** Called with the chosen country, at once and after every change. */
  readonly onCountry: (country: string) => void;
}

const formId = 'address-form';

/** Step one: e-mail and address, or the login for an e-mail that has an account. */
export function AddressStep({ checkout, addresses, onCountry }: AddressStepProps) {
  const shop = useShop();
  const [contact, setContact] = useState<WalletContact | null>(null);
  const session = useStore(shop.stores.session, (state) => state);
  const known = useLearnerAddresses(addresses);
  useFocusAfterLogin(session.status === 'logged_in');
  const isCartKnown = useStore(shop.stores.cart, ({ status }) => status !== 'loading');
  const typed = useTypedContact();
  if (known === null || !isCartKnown || typed === undefined) return <AddressSkeleton />;
  const key = session.status === 'logged_in' ? session.learner.sub : 'guest';
  return (
    <AddressStepContent
      key={key}
      checkout={checkout}
      addresses={known}
      typed={typed}
      contact={contact}
      onContact={setContact}
      onCountry={onCountry}
    />
  );
}

interface AddressStepContentProps extends AddressStepProps {
  readonly typed: TypedContact | null;
  /** What a wallet has returned; kept over a login. */
  readonly contact: WalletContact | null;
  readonly onContact: (contact: WalletContact) => void;
}

/** The login form with the focus is gone after a login: the heading of the step takes it over. */
function useFocusAfterLogin(isLearner: boolean): void {
  const wasLearner = useRef(isLearner);
  useEffect(() => {
    if (isLearner && !wasLearner.current) document.getElementById('step-address')?.focus();
    wasLearner.current = isLearner;
  }, [isLearner]);
}

function AddressStepContent({ checkout, addresses, typed, ...props }: AddressStepContentProps) {
  const { contact, onContact, onCountry } = props;
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const session = useStore(shop.stores.session, (state) => state);
  const methodText = useMethodText();
  const isGuest = session.status === 'guest';
  const isShipped = useStore(shop.stores.cart, ({ cart }) =>
    cart.products.some((line) => line.product_data.is_shipped),
  );
  const createsAccount = useStore(shop.stores.cart, ({ cart }) =>
    needsAccount(cart.products.map((line) => line.product_data.kind)),
  );
  const deliveryCountries = shop.initialState.facts?.delivery_countries ?? defaultDeliveryCountries;
  const countries = isShipped ? deliveryCountries : billingCountries;
  const saved = addresses.filter(({ country }) => countries.includes(country));
  const [chosen, setChosen] = useState(() => (contact === null ? saved[0]?.id : null) ?? newAddress);
  const usesSaved = !isGuest && chosen !== newAddress;

  const form = useSchemaForm(isGuest ? guestForm : learnerForm, {
    mode: 'onTouched',
    defaultValues: {
      email: contact?.email ?? checkout.order?.email ?? '',
      address: {
        ...toAddressForm(contact?.address ?? checkout.order?.shipping_address ?? null, countries[0] ?? 'DE'),
        ...(contact === null && checkout.order === null && !isGuest ? nameOf(session.learner) : {}),
      },
      ...(isGuest && typed !== null && contact === null ? fitted(typed, countries) : {}),
    },
  });
  useKeepTyped(form, isGuest);
  const account = useAccountCheck();
  const [refusals, setRefusals] = useState(0);
  const refuse = () => setRefusals((count) => count + 1);
  const { save, failure } = useSaveAddress(checkout, (email) => {
    account.markKnown(email);
    refuse();
  });
  const { isBusy, run } = useBusy();

  async function submit(address: PostalAddress, email: string): Promise<void> {
    if (isGuest && (await account.check(email))) refuse();
    else await save(address, isGuest ? email : undefined);
  }

  /** The form shows what the wallet returned, where something of it has to be changed. */
  async function takeApproval({ contact: given, ...nonce }: WalletApproval): Promise<void> {
    if (given === undefined) return;
    checkout.takeApproval(nonce);
    onContact(given);
    setChosen(newAddress);
    form.reset({ email: given.email, address: toAddressForm(given.address, given.address.country) });
    await run(() => form.handleSubmit(({ address, email }) => submit(toPostalAddress(address), email))());
  }

  const needsLogin = isGuest && account.known === normaliseEmail(form.watch('email'));
  const approved = checkout.payment?.isExpress === true ? checkout.payment.nonce : null;
  const savedAddress = saved.find(({ id }) => id === chosen);
  useReportCountry((usesSaved && savedAddress?.country) || form.watch('address.country'), onCountry);
  return (
    <div className={styles.step}>
      <OrderTerms deliveryCountries={deliveryCountries} />
      {approved === null ? (
        !needsLogin && <ExpressCheckout countries={countries} onApproval={takeApproval} />
      ) : (
        <Notice isLive>{t('payment.express.approved', { wallet: methodText(approved.method) })}</Notice>
      )}
      <AddressErrors errors={form.formState.errors} isShown={form.formState.isSubmitted && !usesSaved} />
      {isGuest ? (
        <EmailField form={form} formId={formId} needsAccount={createsAccount} onEmail={account.check} />
      ) : (
        <p className={styles.account}>{t('address.logged_in', { email: session.learner.email })}</p>
      )}
      {needsLogin && (
        <AccountLogin
          email={account.known ?? ''}
          refusals={refusals}
          onOtherEmail={() => form.setFocus('email', { shouldSelect: true })}
        />
      )}
      <form
        id={formId}
        className={styles.form}
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
          {t(approved === null ? 'address.continue' : 'payment.continue')}
        </Button>
      </form>
    </div>
  );
}

/** What a guest has typed in this tab before, which is newer than the order; undefined until it is read. */
function useTypedContact(): TypedContact | null | undefined {
  const { actions } = useShop();
  const [typed, setTyped] = useState<TypedContact | null>();
  useEffect(() => {
    void actions.readTypedContact().then((read) => setTyped(read.ok ? read.value : null));
  }, [actions]);
  return typed;
}

/** Tells the summary the chosen country, whose delivery time it shows. */
function useReportCountry(country: string, onCountry: (country: string) => void): void {
  useEffect(() => onCountry(country), [onCountry, country]);
}

/** As typed, in a country that can be chosen: the cart may have changed. */
function fitted({ email, address }: TypedContact, countries: readonly string[]): ContactForm {
  const country = countries.includes(address.country) ? address.country : (countries[0] ?? 'DE');
  return { email, address: { ...address, country } };
}

/** Keeps what a guest types for this tab (docs/behaviour/checkout-and-payment.md#typed-contact). */
function useKeepTyped({ watch, getValues }: SchemaForm<ContactForm>, isGuest: boolean): void {
  const { actions } = useShop();
  useEffect(() => {
    if (!isGuest) return;
    const watching = watch(() => actions.keepTypedContact(getValues()));
    return () => watching.unsubscribe();
  }, [watch, getValues, actions, isGuest]);
}

/** The address without `id` and defaults of the address book: the server would take the id as the cart's. */
function postalPart(saved: SavedAddress): PostalAddress {
  const { id: _id, is_default_shipping: _shipping, is_default_billing: _billing, ...address } = saved;
  return address;
}

function nameOf({ firstname, lastname }: Learner): Pick<PostalAddress, 'firstname' | 'lastname'> {
  return { firstname, lastname };
}

/**
 * Payment methods and delivery countries, which the law requires at the start of ordering
 * (docs/behaviour/consumer-rights.md#start-of-ordering).
 */
function OrderTerms({ deliveryCountries }: { readonly deliveryCountries: readonly string[] }) {
  const { t } = useTranslation('checkout');
  const countryName = useCountryName();
  const methods = useShop().initialState.facts?.payment_methods ?? ['card'];
  return (
    <p className={styles.hint}>
      {t('terms.methods', { methods: methods.map((method) => t(`terms.by.${method}`)).join(', ') })}{' '}
      {t('terms.countries', { countries: deliveryCountries.map(countryName).join(', ') })}
    </p>
  );
}

/** The choice of an address that is not in the address book. */
export const newAddress = 'new';

export interface SavedAddressesProps {
  readonly addresses: readonly SavedAddress[];
  /** Id of the chosen address, or `newAddress`. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The learner's addresses, and the choice of another one. */
export function SavedAddresses({ addresses, chosen, onChoose }: SavedAddressesProps) {
  const { t } = useTranslation('checkout');
  return (
    <fieldset className={styles.saved}>
      <legend className={styles.legend}>{t('address.saved')}</legend>
      {addresses.map((address) => (
        <Radio
          key={address.id}
          name="saved-address"
          value={address.id}
          checked={chosen === address.id}
          onChange={() => onChoose(address.id)}
          className={styles.choice}
        >
          <AddressLines address={address} isShort />
        </Radio>
      ))}
      <Radio
        name="saved-address"
        value={newAddress}
        checked={chosen === newAddress}
        onChange={() => onChoose(newAddress)}
        className={styles.choice}
      >
        {t('address.saved_other')}
      </Radio>
    </fieldset>
  );
}

/**
 * The learner's address book: `loaded` came with the page; after a login in the checkout it is loaded again. Null while
 * loading; empty for guests and on failure, because an address can always be typed.
 */
export function useLearnerAddresses(loaded: readonly SavedAddress[]): readonly SavedAddress[] | null {
  const shop = useShop();
  const isLearner = useLearner() !== null;
  const [wasLearner] = useState(isLearner);
  const [fetched, setFetched] = useState<readonly SavedAddress[] | null>(null);
  const mustFetch = isLearner && !wasLearner;

  useEffect(() => {
    if (!mustFetch) return;
    let isCurrent = true;
    void shop.api.listAddresses({ query: { 'page[size]': 100 } }).then((response) => {
      if (isCurrent) setFetched(response.ok ? response.value.items : []);
    });
    return () => {
      isCurrent = false;
    };
  }, [mustFetch, shop]);

  return mustFetch ? fetched : loaded;
}

/**
 * Saves the address and creates the order; then the payment step opens. Calls `onKnownAccount` when the e-mail has an
 * account, so that its owner has to log in. `failure` is the text of any other failure.
 */
export function useSaveAddress(checkout: Checkout, onKnownAccount: (email: string) => void) {
  const shop = useShop();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  /** `email` is for guests only; a learner's comes from the account. */
  async function save(address: PostalAddress, email: string | undefined): Promise<void> {
    setFailure(null);
    const cart = await shop.actions.saveShippingAddress(address, email);
    if (!cart.ok) {
      setFailure(failureText(cart.error));
      return;
    }
    const gifts = cart.value.products.filter((line) => line.custom_properties.is_gift_pdf === true);
    const placed = await shop.actions.placeOrder({
      ...(email === undefined ? {} : { email }),
      giftPdfProductIds: gifts.map((line) => line.product_id),
    });
    if (placed.ok) checkout.finishAddress(placed.value);
    else if (placed.error.code === 'LOGIN_REQUIRED' && email !== undefined) onKnownAccount(email);
    else setFailure(failureText(placed.error));
  }

  return { save, failure };
}
