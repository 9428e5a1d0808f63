import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingContact, PostalAddress, SavedAddress, TypedContact } from '#core/model/address.ts';
import type { Learner } from '#core/model/user.ts';
import type { AddressNeed } from '#core/rules/address.ts';
import { addressNeed, buyerOf, normaliseEmail } from '#core/rules/address.ts';
import { needsAccount } from '#core/rules/checkout.ts';
import { defaultDeliveryCountries } from '#core/rules/delivery.ts';
import { Button } from '#ui/components/button.tsx';
import { Checkbox } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { AccountLogin } from './account-login.tsx';
import {
  AddressErrors,
  AddressFields,
  EmailField,
  invoiceFields,
  useAccountCheck,
} from './address-fields.tsx';
import { useCountryName } from './address-lines.tsx';
import type { ContactForm } from './address-schema.ts';
import {
  billingCountries,
  guestContactForm,
  guestForm,
  hasTypedAddress,
  learnerContactForm,
  learnerForm,
  toAddressForm,
  toBillingContact,
  toPostalAddress,
} from './address-schema.ts';
import { AddressSkeleton } from './address-skeleton.tsx';
import styles from './address-step.module.css';
import { ExpressCheckout } from './express-checkout.tsx';
import type { WalletApproval } from './express-payment.tsx';
import { newAddress, SavedAddresses, useLearnerAddresses } from './saved-addresses.tsx';
import type { Checkout } from './use-checkout.ts';
import { useMethodText } from './use-method-text.ts';

type WalletContact = NonNullable<WalletApproval['contact']>;

export interface AddressStepProps {
  readonly checkout: Checkout;
  readonly addresses: readonly SavedAddress[];
  /** Country of the learner's cart or address book; null where none is known. */
  readonly country: string | null;
  /** Called with the chosen country, at once and after every change. */
  readonly onCountry: (country: string) => void;
}

const formId = 'address-form';

/**
 * Step one: e-mail and address, or name and country where no address is needed
 * (docs/behaviour/checkout-and-payment.md#what-is-asked-of-the-buyer); the login for an e-mail that has an account.
 */
export function AddressStep({ addresses, ...props }: AddressStepProps) {
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
      {...props}
      addresses={known}
      typed={typed}
      contact={contact}
      onContact={setContact}
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
  const { contact, country, onContact, onCountry } = props;
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const session = useStore(shop.stores.session, (state) => state);
  const methodText = useMethodText();
  const isGuest = session.status === 'guest';
  const need = useAddressNeed();
  const isShipped = need === 'delivery';
  const createsAccount = useStore(shop.stores.cart, ({ cart }) =>
    needsAccount(cart.products.map((line) => line.product_data.kind)),
  );
  const deliveryCountries = shop.initialState.facts?.delivery_countries ?? defaultDeliveryCountries;
  const countries = isShipped ? deliveryCountries : billingCountries;
  const saved = addresses.filter(({ country }) => countries.includes(country));
  const [chosen, setChosen] = useState(() => (contact === null ? saved[0]?.id : null) ?? newAddress);
  const [isAddressWanted, setAddressWanted] = useState(
    () => contact === null && wasAddressGiven({ typed, order: checkout.order, saved }),
  );
  const asksAddress = need !== 'contact' || isAddressWanted;
  const usesSaved = asksAddress && !isGuest && chosen !== newAddress;
  const known = contact?.address ?? (checkout.order && buyerOf(checkout.order));

  const form = useSchemaForm(formOf(isGuest, asksAddress), {
    mode: 'onTouched',
    defaultValues: {
      email: contact?.email ?? checkout.order?.email ?? '',
      address: {
        ...toAddressForm(known, countries.find((code) => code === country) ?? countries[0] ?? 'DE'),
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

  async function submit(buyer: PostalAddress | BillingContact, email: string): Promise<void> {
    if (isGuest && (await account.check(email))) refuse();
    else await save(buyer, isGuest ? email : undefined);
  }

  function submitTyped({ address, email }: ContactForm): Promise<void> {
    return submit(asksAddress ? toPostalAddress(address) : toBillingContact(address), email);
  }

  /** The form shows what the wallet returned, where something of it has to be changed. */
  async function takeApproval({ contact: given, ...nonce }: WalletApproval): Promise<void> {
    if (given === undefined) return;
    checkout.takeApproval(nonce);
    onContact(given);
    setChosen(newAddress);
    const taken = asksAddress ? given.address : toBillingContact(given.address);
    form.reset({ email: given.email, address: toAddressForm(taken, taken.country) });
    await run(() => form.handleSubmit(submitTyped)());
  }

  const needsLogin = isGuest && account.known === normaliseEmail(form.watch('email'));
  const fields = {
    form,
    countries,
    purpose: isShipped ? ('shipping' as const) : ('billing' as const),
    idPrefix: 'address',
  };
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
      <WhyAgain message={checkout.message} />
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
            else await form.handleSubmit(submitTyped)(event);
          });
        }}
      >
        <fieldset className={styles.group}>
          <legend>{t(legends[need])}</legend>
          {need === 'invoice' && <p className={styles.hint}>{t('address.invoice_needs')}</p>}
          {need === 'contact' && !usesSaved && <AddressFields {...fields} part="contact" />}
          {need === 'contact' && (
            <Checkbox
              checked={isAddressWanted}
              onChange={(event) => {
                setAddressWanted(event.currentTarget.checked);
                form.clearErrors(invoiceFields);
              }}
            >
              {t('address.with_address')}
            </Checkbox>
          )}
          {asksAddress && !isGuest && saved.length > 0 && (
            <SavedAddresses addresses={saved} chosen={chosen} onChoose={setChosen} />
          )}
          {asksAddress && !usesSaved && (
            <AddressFields {...fields} part={need === 'contact' ? 'invoice' : 'all'} />
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

/** Why a later step came back to this one. */
function WhyAgain({ message }: { readonly message: Checkout['message'] }) {
  const failureText = useFailureText();
  if (message === null || typeof message === 'string') return null;
  return (
    <Notice tone="warning" isLive>
      {failureText(message)}
    </Notice>
  );
}

/** What the cart asks of its buyer. */
function useAddressNeed(): AddressNeed {
  return useStore(useShop().stores.cart, ({ cart }) =>
    addressNeed({
      total: cart.total,
      lines: cart.products.map(({ product_data: { kind, price, is_shipped } }) => ({
        kind,
        unit_price: price,
        is_shipped,
      })),
    }),
  );
}

const legends = {
  delivery: 'address.ship_to',
  invoice: 'address.bill_to',
  contact: 'address.invoice_to',
} as const satisfies Record<AddressNeed, string>;

function formOf(isGuest: boolean, asksAddress: boolean) {
  if (asksAddress) return isGuest ? guestForm : learnerForm;
  return isGuest ? guestContactForm : learnerContactForm;
}

interface Earlier {
  readonly typed: TypedContact | null;
  readonly order: Checkout['order'];
  readonly saved: readonly SavedAddress[];
}

/** Whether the buyer gave an address where none is needed: it is asked for again, so that the invoice has it. */
function wasAddressGiven({ typed, order, saved }: Earlier): boolean {
  if (typed !== null) return hasTypedAddress(typed.address);
  return order === null ? saved.length > 0 : order.shipping_address !== null;
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

/**
 * Saves the address and creates the order; then the payment step opens. Calls `onKnownAccount` when the e-mail has an
 * account, so that its owner has to log in. `failure` is the text of any other failure.
 */
export function useSaveAddress(checkout: Checkout, onKnownAccount: (email: string) => void) {
  const shop = useShop();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  /** `email` is for guests only; a learner's comes from the account. */
  async function save(buyer: PostalAddress | BillingContact, email: string | undefined): Promise<void> {
    setFailure(null);
    const cart = await shop.actions.saveBuyer(buyer, email);
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
    else {
      // The cart may have changed elsewhere, so that more is needed than was asked for.
      await shop.actions.loadCart();
      setFailure(failureText(placed.error));
    }
  }

  return { save, failure };
}
