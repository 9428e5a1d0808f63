import { useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingContact, PostalAddress, SavedAddress, TypedContact } from '#core/model/address.ts';
import { normaliseEmail } from '#core/model/email-address.ts';
import type { Learner } from '#core/model/user.ts';
import type { Cents } from '#core/model/values.ts';
import { type AddressNeed, addressNeed, buyerOf } from '#core/rules/accounts/address-needs.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { defaultDeliveryCountries } from '#core/rules/orders/delivery.ts';
import {
  AddressErrors,
  AddressFields,
  EmailField,
  invoiceFields,
  useAccountCheck,
} from '#ui/components/accounts/address-fields.tsx';
import {
  billingCountries,
  type ContactForm,
  guestContactForm,
  guestForm,
  hasTypedAddress,
  learnerContactForm,
  learnerForm,
  toAddressForm,
  toBillingContact,
  toPostalAddress,
} from '#ui/components/accounts/address-schema.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { Skeleton } from '#ui/components/parts/skeleton.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useMethodText } from '#ui/components/payments/use-method-text.ts';
import { type SchemaForm, useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { writtenEmail } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { AccountLogin } from './account-login.tsx';
import styles from './address-step.module.css';
import { ExpressCheckout } from './express-checkout.tsx';
import type { WalletApproval } from './express-payment.tsx';
import { OrderTerms, type Sale } from './order-terms.tsx';
import { newAddress, SavedAddresses, useLearnerAddresses } from './saved-addresses.tsx';
import type { Checkout } from './use-checkout.ts';
import { useTypedContact } from './use-typed-contact.ts';

type WalletContact = NonNullable<WalletApproval['contact']>;

export interface AddressStepProps {
  readonly checkout: Checkout;
  readonly addresses: readonly SavedAddress[];
  /** Country of the learner's cart or address book; null if unknown. */
  readonly country: string | null;
  /** Called with the selected country, at first and after each change. */
  readonly onCountry: (country: string) => void;
}

const formId = 'address-form';

/**
 * Step one: e-mail and address, or only name and country if no address is needed
 * (docs/behaviour/checkout-and-payment.md#what-is-asked-of-the-buyer). Offers the login if the e-mail has an account.
 */
export function AddressStep({ addresses, ...props }: AddressStepProps) {
  const shop = useShop();
  const [contact, setContact] = useState<WalletContact | null>(null);
  const session = useStore(shop.stores.session, (state) => state);
  const known = useLearnerAddresses(addresses);
  useFocusAfterLogin(session.status === 'logged_in');
  if (known === null) return <Skeleton shape="block" className={styles.step} />;
  const key = session.status === 'logged_in' ? session.learner.sub : 'guest';
  return (
    <AddressStepContent key={key} {...props} addresses={known} contact={contact} onContact={setContact} />
  );
}

interface AddressStepContentProps extends AddressStepProps {
  /** Contact data returned by a wallet; kept across a login. */
  readonly contact: WalletContact | null;
  readonly onContact: (contact: WalletContact) => void;
}

/** Moves the focus to the step's heading after a login, because the focused login form is removed. */
function useFocusAfterLogin(isLearner: boolean): void {
  const wasLearner = useRef(isLearner);
  useEffect(() => {
    if (isLearner && !wasLearner.current) document.getElementById('step-address')?.focus();
    wasLearner.current = isLearner;
  }, [isLearner]);
}

function AddressStepContent({ checkout, addresses, ...props }: AddressStepContentProps) {
  const { contact, country, onContact, onCountry } = props;
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const session = useStore(shop.stores.session, (state) => state);
  const methodText = useMethodText();
  const isGuest = session.status === 'guest';
  const sale = saleOf(checkout);
  const need = sale === null ? 'contact' : addressNeed(sale);
  const isShipped = need === 'delivery';
  const deliveryCountries = shop.initialState.facts?.delivery_countries ?? defaultDeliveryCountries;
  const countries = isShipped ? deliveryCountries : billingCountries;
  const saved = addresses.filter(({ country }) => countries.includes(country));
  const [chosen, setChosen] = useState(() => (contact === null ? saved[0]?.id : null) ?? newAddress);
  const { isAddressWanted, setAddressWanted, setTyped } = useAddressWanted({ contact, checkout, saved });
  const asksAddress = need !== 'contact' || isAddressWanted;
  const usesSaved = asksAddress && !isGuest && chosen !== newAddress;
  const form = useSchemaForm(formOf(isGuest, asksAddress), {
    mode: 'onTouched',
    posted: null,
    defaultValues: valuesOf({
      contact,
      order: checkout.order,
      learner: isGuest ? null : session.learner,
      country: countries.find((code) => code === country) ?? countries[0] ?? 'DE',
    }),
  });
  useFittingCountry(form, countries);
  const { account, refusals, failure, submit } = useSubmit(checkout, isGuest);
  const { isBusy, run } = useBusy();

  function submitTyped({ address, email }: ContactForm): Promise<void> {
    return submit(asksAddress ? toPostalAddress(address) : toBillingContact(address), email);
  }

  /** Fills in the contact data of the wallet and submits the form. It stays open if something has to be corrected. */
  async function takeApproval({ contact: given, ...nonce }: WalletApproval, amount: Cents): Promise<void> {
    if (given === undefined) return;
    checkout.takeApproval(nonce, amount);
    setAddressWanted(isAddressWanted);
    onContact(given);
    setChosen(newAddress);
    const taken = asksAddress ? given.address : toBillingContact(given.address);
    form.reset({ email: given.email, address: toAddressForm(taken, taken.country) });
    await run(() => form.handleSubmit(submitTyped)());
  }

  const typedEmail = normaliseEmail(form.watch('email'));
  const needsLogin = isGuest && account.isKnown(typedEmail);
  // Saved addresses come before the fields of a new one.
  const isFirst = need === 'contact' || saved.length === 0;
  const fields = {
    form,
    countries,
    purpose: isShipped ? ('shipping' as const) : ('billing' as const),
    idPrefix: 'address',
  };
  const approved = checkout.payment?.isExpress === true ? checkout.payment.nonce : null;
  const savedAddress = saved.find(({ id }) => id === chosen);
  const sendWhenRead = useTypedContact(form, {
    isGuest,
    isOffered: contact === null,
    onRead: setTyped,
    async send() {
      if (usesSaved && savedAddress !== undefined) await submit(postalPart(savedAddress), '');
      else await form.handleSubmit(submitTyped)();
    },
  });
  useReportCountry((usesSaved && savedAddress?.country) || form.watch('address.country'), onCountry);
  return (
    <div className={styles.step}>
      <OrderTerms sale={sale} checkout={checkout} deliveryCountries={deliveryCountries} />
      {approved === null ? (
        !needsLogin && <ExpressCheckout checkout={checkout} countries={countries} onApproval={takeApproval} />
      ) : (
        <Notice isLive>{t('payment.express.approved', { wallet: methodText(approved.method) })}</Notice>
      )}
      <WhyAgain message={checkout.message} />
      <AddressErrors errors={form.formState.errors} isShown={form.formState.isSubmitted && !usesSaved} />
      {isGuest ? (
        <EmailField
          form={form}
          formId={formId}
          needsAccount={sale === null || needsAccount(sale.lines.map(({ kind }) => kind))}
          onEmail={account.check}
        />
      ) : (
        <p className={styles.account}>{t('address.logged_in', { email: writtenEmail(session.learner) })}</p>
      )}
      <VisuallyHidden role="status">
        {needsLogin ? t('account.text', { email: typedEmail }) : ''}
      </VisuallyHidden>
      {needsLogin && (
        <AccountLogin
          email={typedEmail}
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
          void run(sendWhenRead);
        }}
      >
        <fieldset className={styles.group}>
          <legend>{t(legends[need])}</legend>
          {need === 'invoice' && <p className={styles.hint}>{t('address.invoice_needs')}</p>}
          {isFirst && !usesSaved && (
            // The same element for both parts, so that a field keeps the focus when the cart needs more fields.
            <AddressFields {...fields} part={need === 'contact' ? 'contact' : 'all'} />
          )}
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
          {need === 'contact' && asksAddress && !usesSaved && <AddressFields {...fields} part="invoice" />}
          {!isFirst && !usesSaved && <AddressFields {...fields} />}
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

/** Saves the input and creates the order. If a guest's e-mail has an account, asks for the login first. */
function useSubmit(checkout: Checkout, isGuest: boolean) {
  const account = useAccountCheck();
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  const { save, failure } = useSaveAddress(checkout, (email) => {
    account.markKnown(email);
    refuse();
  });

  async function submit(buyer: PostalAddress | BillingContact, email: string): Promise<void> {
    if (isGuest && (await account.check(email))) refuse();
    else await save(buyer, isGuest ? email : undefined);
  }

  return { account, refusals, failure, submit };
}

/** Explains why the checkout returned to this step. */
function WhyAgain({ message }: { readonly message: Checkout['message'] }) {
  const failureText = useFailureText();
  if (message === null || typeof message === 'string' || !('code' in message)) return null;
  return (
    <Notice tone="warning" isLive>
      {failureText(message)}
    </Notice>
  );
}

/** Returns what is bought: the cart, or the order while the cart is unknown; null if both are. */
function saleOf({ cart, order }: Checkout): Sale | null {
  if (cart === null) {
    // Subscriptions, for which the unit price matters, always have a quantity of 1.
    return order && { ...order, lines: order.products.map((line) => ({ ...line, unit_price: line.price })) };
  }
  const lines = cart.products.map(({ product_data }) => ({
    ...product_data,
    unit_price: product_data.price,
  }));
  return { total: cart.total, lines };
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
  readonly contact: WalletContact | null;
  readonly checkout: Checkout;
  readonly saved: readonly SavedAddress[];
}

/**
 * Returns whether the buyer wants to enter an address although none is needed. Defaults to true if one was given
 * before, so that the invoice contains it.
 */
function useAddressWanted({ contact, checkout: { order }, saved }: Earlier) {
  const [chosen, setAddressWanted] = useState<boolean | null>(null);
  const [typed, setTyped] = useState<TypedContact | null>(null);
  const known = order === null ? saved.length > 0 : order.shipping_address !== null;
  const wasGiven = typed === null ? known : hasTypedAddress(typed.address);
  return { isAddressWanted: chosen ?? (contact === null && wasGiven), setAddressWanted, setTyped };
}

/** Reports the selected country to the summary, which shows its delivery time. */
function useReportCountry(country: string, onCountry: (country: string) => void): void {
  useEffect(() => onCountry(country), [onCountry, country]);
}

/** Selects the first country if the current one is no longer available after a change of the cart. */
function useFittingCountry({ setValue, watch }: SchemaForm<ContactForm>, countries: readonly string[]): void {
  const country = watch('address.country');
  const [first] = countries;
  const isFitting = countries.includes(country);
  useEffect(() => {
    if (!isFitting && first !== undefined) setValue('address.country', first);
  }, [isFitting, first, setValue]);
}

/** Returns the address without the fields of the address book: the server would take the `id` as the cart's. */
function postalPart(saved: SavedAddress): PostalAddress {
  const { id: _id, is_default_shipping: _shipping, is_default_billing: _billing, ...address } = saved;
  return address;
}

interface KnownContact {
  readonly contact: WalletContact | null;
  readonly order: Checkout['order'];
  readonly learner: Learner | null;
  readonly country: string;
}

/** Returns the initial form values: those returned by a wallet, else those of the order or the account. */
function valuesOf({ contact, order, learner, country }: KnownContact): ContactForm {
  const known = contact?.address ?? (order && buyerOf(order));
  const name = contact === null && order === null && learner !== null ? nameOf(learner) : {};
  return {
    email: contact?.email ?? order?.email ?? '',
    address: { ...toAddressForm(known, country), ...name },
  };
}

function nameOf({ firstname, lastname }: Learner): Pick<PostalAddress, 'firstname' | 'lastname'> {
  return { firstname, lastname };
}

/**
 * Saves the address and creates the order; then the payment step opens. Calls `onKnownAccount` if the e-mail has an
 * account, whose owner has to log in. `failure` is the text of any other failure.
 */
function useSaveAddress(checkout: Checkout, onKnownAccount: (email: string) => void) {
  const shop = useShop();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  /** Saves the buyer's data. `email` is for guests only; a learner's comes from the account. */
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
      // The cart may have been changed elsewhere and now need more data.
      await shop.actions.loadCart();
      setFailure(failureText(placed.error));
    }
  }

  return { save, failure };
}
