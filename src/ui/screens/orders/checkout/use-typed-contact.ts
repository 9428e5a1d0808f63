import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { TypedContact } from '#core/model/address.ts';
import type { AddressForm, ContactForm } from '#ui/components/accounts/address-schema.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

interface TypedContactOptions {
  readonly isGuest: boolean;
  /** Whether to fill in text that was typed before. */
  readonly isOffered: boolean;
  readonly onRead: (typed: TypedContact) => void;
  readonly send: () => Promise<void>;
}

/**
 * Stores a guest's input for this tab and fills in input from before, which is newer than the order
 * (docs/behaviour/checkout-and-payment.md#typed-contact). Fields changed since the page was opened are not overwritten.
 * Returns a function that sends the form after the input was filled in, because the button may be pressed earlier.
 */
export function useTypedContact(form: SchemaForm<ContactForm>, options: TypedContactOptions) {
  const { actions } = useShop();
  const { isGuest } = options;
  const reading = useRef<Promise<void>>(Promise.resolve());
  const { watch, getValues } = form;

  const fillIn = useEffectEvent((typed: TypedContact | null) => {
    const isChanged = (path: FormPath) => form.getFieldState(path).isDirty;
    const changed = pathsOf(getValues()).filter(([path]) => isChanged(path));
    if (typed !== null && options.isOffered) {
      flushSync(() => options.onRead(typed));
      for (const [path, value] of pathsOf(typed)) if (!isChanged(path)) form.setValue(path, value);
    }
    if (changed.length > 0) actions.keepTypedContact(getValues());
  });

  useEffect(() => {
    if (!isGuest) return;
    const watching = watch(() => actions.keepTypedContact(getValues()));
    reading.current = actions.readTypedContact().then((read) => fillIn(read.ok ? read.value : null));
    return () => watching.unsubscribe();
  }, [watch, getValues, actions, isGuest]);

  const send = useRef(options.send);
  useLayoutEffect(() => {
    send.current = options.send;
  });
  return async (): Promise<void> => {
    await reading.current;
    await send.current();
  };
}

type FormPath = 'email' | `address.${keyof AddressForm}`;

function pathsOf({ email, address }: TypedContact): readonly (readonly [FormPath, string])[] {
  const names = Object.entries(address) as [keyof AddressForm, string][];
  return [['email', email], ...names.map(([name, value]) => [`address.${name}`, value] as const)];
}
