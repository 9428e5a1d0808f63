import * as z from 'zod/mini';
import { billingContact, postalAddress } from '#core/model/address.ts';
import { cart, customProperties } from '#core/model/cart.ts';
import { paymentProvider } from '#core/model/payment.ts';
import {
  calendarDay,
  cents,
  code,
  countryCode,
  email,
  identifier,
  instant,
  locale,
  newPassword,
  secretToken,
  typedPassword,
  uuid,
} from '#core/model/primitives.ts';
import { learner, session } from '#core/model/user.ts';
import { address } from './accounts/address-endpoints.ts';
import { productCard, productPage } from './catalogue/catalogue-endpoints.ts';
import { postCard } from './content/content-endpoints.ts';
import { redemption } from './gifts/gift-endpoints.ts';
import { review } from './learning/learning-endpoints.ts';
import { order } from './orders/order-endpoints.ts';
import { payment } from './payments/payment-endpoints.ts';
import { subscription } from './subscriptions/subscription-endpoints.ts';
import { done, failure } from './success-and-failure.ts';

interface SchemaNote {
  /** Name of a schema that the documentation lists once; a schema without a name is documented at each use. */
  readonly id?: string;
  readonly description?: string;
  /** Describes a check that zod does by a function and JSON Schema cannot express. */
  readonly format?: string;
  /** Example values. Tools that try out the API show and send the first one. */
  readonly examples?: unknown[];
}

/** Documentation of schemas that are used in several places. */
export const schemaNotes = z.registry<SchemaNote>();

const password = 'three apples on a shelf';

for (const [schema, note] of [
  [
    cart,
    {
      id: 'Cart',
      description: 'A cart with all its amounts. `error` is null, or the reason why nothing was changed.',
    },
  ],
  [customProperties, { id: 'CustomProperties', description: 'Greeting, recipient and form of a gift line.' }],
  [order, { id: 'Order', description: 'An order, for its buyer.' }],
  [productCard, { id: 'ProductCard', description: 'A product, for lists.' }],
  [productPage, { id: 'ProductPage', description: 'A product with all data of its page.' }],
  [subscription, { id: 'Subscription', description: 'A membership or monthly subscription, for its owner.' }],
  [payment, { id: 'Payment', description: 'A charge or a refund.' }],
  [review, { id: 'Review', description: 'A review of a product.' }],
  [postCard, { id: 'PostCard', description: 'A blog post, for lists.' }],
  [redemption, { id: 'Redemption', description: 'The result of a redeemed code.' }],
  [address, { id: 'Address', description: 'An entry of the address book.' }],
  [billingContact, { id: 'BillingContact', description: 'Name and country of a buyer without an address.' }],
  [postalAddress, { id: 'PostalAddress', description: 'A copy of an address at the time of its use.' }],
  [learner, { id: 'Learner', description: 'The account of a logged-in user.' }],
  [session, { id: 'Session', description: 'A started session with both tokens and the account.' }],
  [done, { id: 'Done', description: 'Success without data.' }],
  [failure, { id: 'Failure', description: 'The body of every failed call.' }],
  [cents, { id: 'Cents', description: 'An amount in whole euro cents, VAT included.', examples: [4900] }],
  [calendarDay, { description: 'A day, `YYYY-MM-DD`.', format: 'date', examples: ['2026-12-24'] }],
  [instant, { description: 'A point in time, ISO 8601 in UTC.', examples: ['2026-11-21T10:00:00.000Z'] }],
  [email, { examples: ['johanna.brandt@example.org'] }],
  [locale, { description: 'German or English.' }],
  [identifier, { description: 'Letters, digits, `_` and `-`.', examples: ['albrecht-duerer'] }],
  [uuid, { description: 'A UUID in lower case.', examples: ['01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70'] }],
  [secretToken, { description: 'Random bits, base64url.', examples: ['pZ3vX0cT5m2uQ8sLr1YdKw'] }],
  [code, { description: 'Case-insensitive.', examples: ['WILLKOMMEN10'] }],
  [
    paymentProvider,
    { id: 'PaymentProvider', description: 'The name of a payment module.', examples: ['acme_pay'] },
  ],
  [countryCode, { description: 'ISO 3166-1 alpha-2.', examples: ['AT'] }],
  [newPassword, { description: '8 to 128 characters, none of the common ones.', examples: [password] }],
  [typedPassword, { examples: [password] }],
] as const satisfies readonly (readonly [z.ZodMiniType, SchemaNote])[]) {
  schemaNotes.add(schema, note as SchemaNote);
}
