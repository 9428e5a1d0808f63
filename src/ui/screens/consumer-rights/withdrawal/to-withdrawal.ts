import type { Withdrawal, WithdrawnLine } from '#core/model/declaration.ts';
import type { Order, OrderLine } from '#core/model/order.ts';
import { lengths } from '#core/model/text-lengths.ts';
import type { WithdrawalForm } from '#ui/forms/declaration-schemas.ts';

export const emptyWithdrawal: WithdrawalForm = {
  chosen: '',
  code: '',
  scope: 'everything',
  ticked: null,
  pieces: {},
  parts: '',
  reason: '',
  name: '',
  email: '',
};

/** Converts the form to a declaration; `order` is the selected one if known. */
export function toWithdrawal(form: WithdrawalForm, order: Order | null): Withdrawal {
  const { chosen, code, scope, reason, name, email } = form;
  const parts = order === null || form.ticked === null ? typedLines(form.parts) : tickedLines(form, order);
  return {
    code: chosen === '' ? code : chosen,
    lines: scope === 'everything' ? null : parts,
    reason: reason === '' ? null : reason,
    name,
    email,
  };
}

/** Parses one line per product; `2 × Title` contains a quantity. */
function typedLines(parts: string): readonly WithdrawnLine[] {
  return parts
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, pieces, title = line] = /^(\d{1,4})\s*[x×*]\s*(.+)$/i.exec(line) ?? [];
      return {
        id: title.slice(0, lengths.fullName),
        quantity: pieces === undefined ? null : Math.max(1, Number(pieces)),
      };
    });
}

function tickedLines({ ticked, pieces }: WithdrawalForm, { products }: Order): readonly WithdrawnLine[] {
  return products
    .filter((line) => ticked?.includes(line.id))
    .map((line) => ({
      id: nameOf(line, products),
      quantity: line.quantity === 1 ? null : Number(pieces[line.id] ?? line.quantity),
    }));
}

/** Returns the title, which is readable in the receipt, or the id if several lines have the same title. */
function nameOf(line: OrderLine, all: readonly OrderLine[]): string {
  const isOnly = all.filter((other) => other.title === line.title).length === 1;
  return isOnly && line.title.length <= lengths.fullName ? line.title : line.id;
}
