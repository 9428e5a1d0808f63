import { expect, test } from 'vitest';
import deCheckout from '#locales/de/checkout.json' with { type: 'json' };
import enCheckout from '#locales/en/checkout.json' with { type: 'json' };
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { EmailField } from '#ui/components/accounts/address-fields.tsx';
import { guestForm, toAddressForm } from '#ui/components/accounts/address-schema.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';

function Field({ needsAccount }: { readonly needsAccount: boolean }) {
  const form = useSchemaForm(guestForm, { defaultValues: { email: '', address: toAddressForm(null, 'DE') } });
  return <EmailField form={form} formId="form" needsAccount={needsAccount} onEmail={() => {}} />;
}

test.each([
  ['de', deCheckout.address],
  ['en', enCheckout.address],
] as const)('the e-mail field says in %s whether the order makes an account', async (locale, words) => {
  const withAccount = await renderInShop(<Field needsAccount />, { locale });
  expect(withAccount).toContain(words.contact_account);
  expect(withAccount).not.toContain(words.contact_no_account);
  const without = await renderInShop(<Field needsAccount={false} />, { locale });
  expect(without).toContain(words.contact_no_account);
  expect(without).not.toContain(words.contact_account);
});
