import type { ComponentProps } from 'react';
import type { FieldText } from '#ui/components/field/field.tsx';
import { Field } from '#ui/components/field/field.tsx';
import input from '#ui/components/field/input.module.css';

export interface TextAreaProps extends FieldText, ComponentProps<'textarea'> {
  readonly className?: string | undefined;
}

/** Several lines of text with label, hint and error. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  labelEnd,
  className,
  id,
  rows = 4,
  ...rest
}: TextAreaProps) {
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
      {(attributes) => <textarea {...rest} {...attributes} rows={rows} className={input.area} />}
    </Field>
  );
}
