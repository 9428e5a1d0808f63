import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { TypedContact } from '#core/model/address.ts';
import type { AddressForm, ContactForm } from '#ui/components/accounts/address-schema.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

interface TypedContactOptions {
  readonly isGuest: boolean;
  /** Whether what was typed before is filled in. */
  readonly isOffered: boolean;
  readonly onRead: (typed: TypedContact) => void;
  readonly send: () => Promise<void>;
}

/**
 * Keeps what a guest types for this tab, and fills in what was typed before, which is newer than the order
 * (docs/behaviour/checkout-and-payment.md#typed-contact). A field that was changed since the page is shown stays.
 * Returns a function that sends the form as it is once that is done: a press may come earlier.
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
