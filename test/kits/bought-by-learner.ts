import { vienna } from '#test/support/memory-shop-facts.ts';
import type { HostWorld } from './host-world.ts';
import { arriveAsLearner, lineOf, succeeded } from './host-world.ts';

/** The learner whose session the browser is in buys one of a product; answers the paid order. */
export async function buyAsLearner(world: HostWorld, slug: string) {
  const cart = succeeded(await world.user_carts.update('add', await lineOf(world, slug), {}));
  const cart_id = cart.bundle_cart_unique_id ?? '';
  succeeded(await world.user_carts.setShippingAddress(vienna));
  const { order } = succeeded(
    await world.orders.create({ cart_id, email: null, products: [], attribution: {} }),
  );
  await world.orders.startPayment(order.id, null);
  return succeeded(
    await world.orders.pay(
      {
        order_id: order.id,
        nonce: 'fake-valid-nonce',
        expected_total: order.amount_due,
        waiver_accepted: true,
        save_payment_method: false,
        billing_address: null,
      },
      null,
    ),
  );
}

/** Somebody new who has bought one of a product. */
export async function arriveAsBuyer(world: HostWorld, slug: string) {
  const session = await arriveAsLearner(world);
  return { ...session, order: await buyAsLearner(world, slug) };
}
