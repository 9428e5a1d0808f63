/** A run of text within a block. */
export interface TextSpan {
  readonly text: string;
  readonly strong?: true;
  readonly emphasis?: true;
  /** A path, an https or a mailto address. */
  readonly href?: string;
}

/** A piece of a blog post or legal page, ready to be rendered without any HTML in it. */
export type DocumentBlock =
  /** `anchor` is unique within the document and safe in an address. */
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly anchor: string; readonly text: string }
  | { readonly type: 'paragraph'; readonly spans: readonly TextSpan[] }
  | { readonly type: 'quote'; readonly spans: readonly TextSpan[] }
  /** A remark at the side: a source, a list of material. */
  | { readonly type: 'note'; readonly spans: readonly TextSpan[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly TextSpan[])[] };
