import type { Cart } from '#core/model/cart.ts';
import { TotalsList } from '#ui/components/totals-list.tsx';

export function CartTotals({ cart }: { readonly cart: Cart }) {
  return (
    <TotalsList
      texts="component:cart.totals"
      totals={{
        subtotal: cart.subtotal,
        discount: cart.discounts.total,
        bundles: cart.discounts.bundles,
        code: cart.code_error === null ? cart.code : null,
        is_shipped: cart.products.some((item) => item.product_data.is_shipped),
        shipping: cart.shipping_cost,
        total: cart.total,
        credit: cart.credit,
        promotional: cart.promotional_credit,
        due: cart.amount_due,
        vat: cart.included_vat,
      }}
    />
  );
}
