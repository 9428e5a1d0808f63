import type { Area } from './operation-text.ts';

const couponless = 'The code of the cart is kept, and `code_error` says why when it does not apply any more.';
const cartAnswers =
  'Answers the cart. A line that cannot be had leaves the cart as it was and sets `error`, with status 200.';

export const carts = {
  title: 'Carts',
  description:
    'A guest’s cart is known by its `bundle_cart_unique_id`, 128 random bits: whoever knows it may change the cart, and ' +
    'it never tells an e-mail or address. A user’s cart wants the bearer. The host prices everything itself.',
  operations: {
    storeGuestCart: {
      summary: 'Store a guest’s cart',
      description: `Without \`id\` a new cart, with it the lines of that cart are replaced. ${couponless} ${cartAnswers}`,
      failures: ['NOT_FOUND'],
      example: { body: { products: [{ product_id: 'course-clara-schumann', quantity: 1 }] } },
    },
    listBundles: {
      summary: 'List bundle offers',
      description:
        'Products sold together at a lower price; `fb=true` only those that fit the caller’s cart.',
      failures: ['NOT_FOUND'],
    },
    getOwnCart: { summary: 'Read the user’s cart' },
    updateCart: {
      summary: 'Change the user’s cart',
      description: `\`add\` raises quantities, \`update\` sets them, \`delete\` takes lines away. ${cartAnswers}`,
      example: {
        body: { action: 'add', products: [{ product_id: 'book-das-buch-vom-messen', quantity: 2 }] },
      },
    },
    mergeCart: {
      summary: 'Merge a guest’s cart after login',
      description:
        'Quantities add up. A `merge_id` counts once per user, so the call may be repeated; ' +
        '`changes` says what was capped or left out.',
      example: {
        body: {
          merge_id: '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70',
          products: [{ product_id: 'book-das-buch-vom-messen', quantity: 1 }],
        },
      },
    },
    getShippingCost: {
      summary: 'Read what shipping costs',
      description: 'To `country`, else to the cart’s shipping address. Null while no country is known.',
      failures: ['NOT_FOUND'],
      example: { query: { country: 'AT' } },
    },
    setShippingAddress: {
      summary: 'Set the shipping address',
      description: 'A guest names the cart by `id`. A user may send `address_id` of the address book alone.',
      failures: ['NOT_FOUND', 'COUNTRY_NOT_DELIVERED'],
      example: {
        body: {
          id: 'pZ3vX0cT5m2uQ8sLr1YdKw',
          firstname: 'Johanna',
          lastname: 'Brandt',
          street: 'Lindengasse',
          house_number: '14',
          postal_code: '1070',
          city: 'Wien',
          country: 'AT',
        },
      },
    },
    getCart: { summary: 'Read a cart by its id' },
  },
} as const satisfies Area;
