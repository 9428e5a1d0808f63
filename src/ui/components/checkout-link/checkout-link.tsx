import type { ReactNode } from 'react';
import { localePath } from '#core/rules/navigation.ts';
import type { ButtonLook } from '#ui/components/button/button.tsx';
import { buttonClasses } from '#ui/components/button/button.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';

export interface CheckoutLinkProps extends ButtonLook {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Into the checkout: a full document load, with the time of the press in the address (specification §2). */
export function CheckoutLink({ className, children, ...look }: CheckoutLinkProps) {
  const locale = useLocale();
  const address = `${localePath(locale, '/checkout/shop')}?dialog=address`;
  return (
    <a
      className={buttonClasses(look, className)}
      href={address}
      onClick={(event) => event.currentTarget.setAttribute('href', `${address}&t=${Date.now()}`)}
    >
      {children}
    </a>
  );
}
