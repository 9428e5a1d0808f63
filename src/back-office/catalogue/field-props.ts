import type { ReactNode } from 'react';
import type { SearchedField } from '#core/model/catalogue-record.ts';
import type { FieldSchema, Step } from './record-schema.ts';

/** Options of a field. */
export type Options = readonly { readonly value: string; readonly text: string }[];

/** The dragged entry: name and path of its list, and its index there. */
export interface Dragged {
  readonly name: string;
  readonly path: string;
  readonly place: number;
}

/** Properties shared by all fields of a form. */
export interface FormParts {
  /** False without permission to edit: the fields are then disabled. */
  readonly canChange: boolean;
  /** Options by field name. */
  readonly options: Readonly<Record<string, Options>>;
  /** Returns the field if its options are found by a server search. Null for any other field. */
  readonly searchedFieldOf: (name: string) => SearchedField | null;
  /** Returns the error message of the field at a path. */
  readonly faultAt: (path: string) => string | undefined;
  /** Hints below fields, by field name. */
  readonly notes: Readonly<Record<string, ReactNode>>;
  /** For a list inside an entry: moves an item into the same list of the adjacent entry. Null if there is none. */
  readonly moveToAdjacent?: (field: string, from: number, step: Step) => (() => void) | null;
  /**
   * For a list inside an entry: moves an item dragged from another entry to this index. Null if it cannot be dropped.
   */
  readonly dropAtPlace?: (to: number) => (() => void) | null;
  /** For a list inside an entry: the dragged item and its setter. */
  readonly dragging?: readonly [Dragged | null, (dragged: Dragged | null) => void];
  /** Custom renderers by field name, used instead of the default field. */
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
