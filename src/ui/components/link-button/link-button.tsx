import type { ButtonLook } from '#ui/components/button/button.tsx';
import { buttonClasses } from '#ui/components/button/button.tsx';
import type { ShopLinkProps } from '#ui/components/shop-link/shop-link.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';

export interface LinkButtonProps extends ShopLinkProps, ButtonLook {}

/** A link that looks like a button. `reloadDocument` makes it a full document load, as entering checkout needs. */
export function LinkButton({ kind, size, isWide, className, ...rest }: LinkButtonProps) {
  return <ShopLink {...rest} className={buttonClasses({ kind, size, isWide }, className)} />;
}
