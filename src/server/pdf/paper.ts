import type { GiftSheet } from './gift-sheet-pdf.ts';
import type { Invoice } from './invoice-pdf.ts';
import type { LegalPage } from './legal-page-pdf.ts';

/** Everything a paper is drawn from: plain data, which can be sent to another process. */
export type Paper =
  | { readonly kind: 'invoice'; readonly facts: Invoice }
  | { readonly kind: 'gift_sheet'; readonly facts: GiftSheet }
  | { readonly kind: 'legal_page'; readonly facts: LegalPage };

/** What the process that draws is asked. */
export interface PaperWish {
  readonly id: number;
  readonly paper: Paper;
}

/** What it answers: the bytes, or why there are none. */
export type DrawnPaper =
  | { readonly id: number; readonly content: Uint8Array }
  | { readonly id: number; readonly fault: string };
