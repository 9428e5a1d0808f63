import type { ReactNode } from 'react';
import type { SearchedField } from '#core/model/catalogue-record.ts';
import type { FieldSchema, Step } from './record-schema.ts';

/** What a field can name. */
export type Options = readonly { readonly value: string; readonly text: string }[];

/** What all fields of a form share. */
export interface FormParts {
  /** False for whoever may only read: the fields are disabled then. */
  readonly canChange: boolean;
  /** By the name of a field: what it can name. */
  readonly options: Readonly<Record<string, Options>>;
  /** The field as one whose records are searched for; null: it is none. */
  readonly searchedAs: (name: string) => SearchedField | null;
  /** The fault of a field, by its path. */
  readonly faultAt: (path: string) => string | undefined;
  /** Shown below a field, by its name. */
  readonly notes: Readonly<Record<string, ReactNode>>;
  /** Of a list within an entry: how one of its entries gets into the same list of the entry beside; null: nowhere. */
  readonly passOn?: (
    field: string,
    from: number,
    step: Step,
  ) => { readonly title: string; readonly go: () => void } | null;
  /** What is shown in place of the field of this name, by names. */
  readonly own?: Readonly<Record<string, (props: FieldProps) => ReactNode>>;
}

export interface FieldProps {
  readonly name: string;
  readonly path: string;
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly isOptional: boolean;
  readonly parts: FormParts;
  readonly onChange: (value: unknown) => void;
}
