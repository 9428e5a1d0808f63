import type { ComponentProps, ReactNode } from 'react';
import type { FieldText } from '#ui/components/field/field.tsx';
import { Field } from '#ui/components/field/field.tsx';
import input from '#ui/components/field/input.module.css';

export interface SelectProps extends FieldText, ComponentProps<'select'> {
  readonly className?: string | undefined;
  /** The option elements. */
  readonly children: ReactNode;
}

/** The browser's own list of choices, in the shop's clothes: it works with every keyboard and phone. */
export function Select({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  children,
  ...rest
}: SelectProps) {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      isOptional={isOptional}
      labelEnd={labelEnd}
      className={className}
    >
      {(attributes) => (
        <select {...rest} {...attributes} className={input.select}>
          {children}
        </select>
      )}
    </Field>
  );
}
