import { endpoints } from '#api/endpoints.ts';
import type { Cart } from '#core/model/cart.ts';
import { err, ok } from '#core/rules/result.ts';
import { createLogIn } from '#server/accounts/log-in.ts';
import { listBundles } from '#server/carts/bundle-offers.ts';
import { mailCart } from '#server/carts/mail-cart.ts';
import { mergeCart } from '#server/carts/merge-cart.ts';
import {
  addSavedItems,
  listSavedItems,
  removeSavedItem,
  restoreSavedItem,
  saveCartLine,
} from '#server/carts/saved-items.ts';
import { getShippingCost, setBillingContact, setShippingAddress } from '#server/carts/shipping.ts';
import { getCart, getOwnCart, storeGuestCart, updateCart } from '#server/carts/update-cart.ts';
import { applyCode, cancelCode } from '#server/coupons/apply-code.ts';
import { getCodeInfo } from '#server/coupons/code-info.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { createEnterCampaign } from '#server/gifts/enter-campaign.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import type { Route } from '#server/http/mount-endpoint.ts';
import { route } from '#server/http/mount-endpoint.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { checkOutOrder, continuePayment, openWallets, verifyOrder } from '#server/orders/checkout.ts';
import { placeOrder } from '#server/orders/create-order.ts';
import { readCredit } from '#server/orders/credit.ts';
import { openOrderAccount } from '#server/orders/order-account.ts';
import { requestOrderLink } from '#server/orders/order-lookup.ts';
import { findOrder, presentOrder } from '#server/orders/read-order.ts';
import { getInvoice } from '#server/payments/get-invoice.ts';
import { listPayments } from '#server/payments/list-payments.ts';
import { getGiftSheet, listOrderDocuments } from '#server/payments/order-documents.ts';
import type { ServerContext } from '#server/server-context.ts';

/** Carts of guests and users. */
export function cartRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.storeGuestCart, ({ body, caller }) => storeGuestCart(context, body, caller.locale)),
    route(endpoints.listBundles, async ({ query, caller }) => {
      const data = await listBundles(context, {
        fits_cart: query.fb === 'true',
        id: query.id,
        user: caller.user,
        locale: caller.locale,
      });
      return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
    }),
    route(endpoints.getOwnCart, async ({ caller }) =>
      ok(await getOwnCart(context, caller.user.id, caller.locale)),
    ),
    route(endpoints.getCart, async ({ params, caller }) =>
      foundCart(await getCart(context, { public_id: params.id, user: caller.user }, caller.locale)),
    ),
    route(endpoints.updateCart, ({ body, caller }) => updateCart(context, caller.user, body, caller.locale), {
      checksSession: true,
    }),
    route(endpoints.mergeCart, async ({ body, caller }) =>
      ok(await mergeCart(context, caller.user.id, body, caller.locale)),
    ),
    route(endpoints.listSavedItems, async ({ query, caller }) => {
      const { 'page[number]': number, 'page[size]': size } = query;
      const saved = await listSavedItems(context, caller.user.id, { number, size }, caller.locale);
      const items = saved.items.map((attributes) => ({
        type: 'saved_items' as const,
        id: attributes.line_id,
        attributes,
      }));
      return ok(pageDocument({ items, total: saved.total }, { path: endpoints.listSavedItems.path, query }));
    }),
    route(endpoints.addSavedItems, async ({ body, caller }) =>
      ok({ left_out: await addSavedItems(context, caller.user.id, body.products) }),
    ),
    route(endpoints.saveCartLine, ({ body, caller }) =>
      saveCartLine(context, caller.user.id, body.line_id, caller.locale),
    ),
    route(endpoints.restoreSavedItem, ({ body, caller }) =>
      restoreSavedItem(context, caller.user.id, body.line_id, caller.locale),
    ),
    route(endpoints.removeSavedItem, async ({ params, caller }) => {
      const removed = await removeSavedItem(context, caller.user.id, params.line_id);
      return removed.ok ? ok({ success: true as const }) : removed;
    }),
    route(endpoints.mailCart, async ({ body, caller }) => {
      const mailed = await mailCart(context, body, caller);
      return mailed.ok ? ok({ success: true as const }) : mailed;
    }),
    route(endpoints.getShippingCost, ({ query, caller }) => getShippingCost(context, query, caller)),
    route(endpoints.setShippingAddress, ({ body, caller }) => setShippingAddress(context, body, caller)),
    route(endpoints.setBillingContact, ({ body, caller }) => setBillingContact(context, body, caller)),
  ];
}

/** Coupon codes. Both cancel endpoints accept carts of guests and of users. */
export function couponRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.getCodeInfo, async ({ body, caller }) => {
      const info = await getCodeInfo(context, body.code, caller);
      if (!info.ok) return info;
      return ok({ data: { type: 'codes' as const, id: info.value.code, attributes: info.value } });
    }),
    route(endpoints.applyCode, ({ body, caller }) => applyCode(context, body, caller)),
    ...[endpoints.cancelCode, endpoints.cancelBundleCode].map((endpoint) =>
      route(endpoint, async ({ body, caller }) =>
        foundCart(await cancelCode(context, { public_id: body.id, user: caller.user }, caller.locale)),
      ),
    ),
  ];
}

function foundCart(cart: Cart | undefined) {
  return cart === undefined ? err(domainFailure('NOT_FOUND')) : ok(cart);
}

/** Ordering and paying. */
export function orderRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.createOrder, ({ caller, body }) => placeOrder(context, caller, body)),
    route(endpoints.getOrder, async ({ caller, params }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      return found.ok ? { ok: true, value: { data: await presentOrder(context.db, found.value) } } : found;
    }),
    route(endpoints.requestOrderLink, async ({ caller, body }) => {
      const requested = await requestOrderLink(context, body, caller);
      return requested.ok ? ok({ success: true }) : requested;
    }),
    route(endpoints.openOrderAccount, ({ caller, params, body }) =>
      openOrderAccount(context, caller, params.id, body),
    ),
    route(endpoints.openWallets, ({ caller, body }) => openWallets(context, caller, body)),
    route(endpoints.verifyOrder, ({ caller, body }) => verifyOrder(context, caller, body.id)),
    route(endpoints.continuePayment, async ({ caller, params, body }) => {
      const continued = await continuePayment(context, caller, { id: params.id, step: body.step });
      return continued.ok ? ok({ data: continued.value }) : continued;
    }),
    route(endpoints.checkOutOrder, async ({ caller, body }) => {
      const paid = await checkOutOrder(context, caller, body);
      if (!paid.ok) return paid;
      const isSettled = paid.value.attributes.state === 'paid';
      return { ok: true, value: { data: paid.value }, status: isSettled ? 200 : 202 };
    }),
  ];
}

/** Payments, refunds and invoices of a user. */
export function paymentRoutes(context: ServerContext, mailTexts: MailTexts): readonly Route[] {
  return [
    route(endpoints.listPayments, async ({ caller, query }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const payments = await listPayments(context, caller.user.id, page);
      return ok(pageDocument(payments, { path: '/payments', query }));
    }),
    route(endpoints.listOrderDocuments, async ({ caller, params }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      return found.ok ? ok({ data: await listOrderDocuments(context, found.value.id) }) : found;
    }),
    route(endpoints.getGiftSheet, ({ params, query }) =>
      getGiftSheet(context, mailTexts, { id: params.id, token: query.token }),
    ),
    route(endpoints.getInvoice, ({ params, query }) =>
      getInvoice(context, mailTexts, { id: params.id, token: query.token }),
    ),
  ];
}

/** Redeeming gift and access codes. */
export function redemptionRoutes(context: ServerContext): readonly Route[] {
  const enterCampaign = createEnterCampaign(context, createLogIn(context));
  return [
    route(endpoints.getCredit, async ({ caller }) => ok({ data: await readCredit(context, caller.user.id) })),
    route(endpoints.redeemGiftCode, async ({ body, caller }) => {
      const { user, address, locale } = caller;
      const redeemed = await inTransaction(context.db, (trx) =>
        redeemCode(trx, context, { userId: user.id, code: body.code, address, locale }),
      );
      return redeemed.ok ? ok({ data: redeemed.value }) : redeemed;
    }),
    route(endpoints.enterCampaign, ({ body, caller }) => enterCampaign(body, caller)),
  ];
}
