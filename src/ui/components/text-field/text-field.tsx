import type { ComponentProps } from 'react';
import { classNames } from '#ui/components/class-names.ts';
import type { FieldText } from '#ui/components/field/field.tsx';
import { Field } from '#ui/components/field/field.tsx';
import input from '#ui/components/field/input.module.css';

export interface TextFieldProps extends FieldText, ComponentProps<'input'> {
  /** Class of the whole field; the input's own look is fixed. */
  readonly className?: string | undefined;
}

/** A line of text with label, hint and error. What react-hook-form's `register` returns can be spread over it. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  ...rest
}: TextFieldProps) {
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
      {(attributes) => <input type="text" {...rest} {...attributes} className={classNames(input.input)} />}
    </Field>
  );
}
