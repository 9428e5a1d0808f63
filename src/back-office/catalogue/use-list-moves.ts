import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './field-props.ts';
import { asFields, asList, moved, passedOn, type Step } from './record-schema.ts';

/** Lists whose entries also move into the list of the entry before or after, as a lesson into another part. */
const passing = ['lessons', 'disciplines'];

/** An entry that was removed from its place, and the list without it. */
interface Removed {
  readonly entry: unknown;
  readonly place: number;
  readonly rest: readonly unknown[];
}

/** How the entries of a list are moved and removed. What happens is said, and the focus goes with the entry. */
export function useListMoves({ name, value, parts, onChange }: FieldProps) {
  const { t } = useTranslation('backOffice');
  const list = asList(value);
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, setSaid] = useState('');
  const [removed, setRemoved] = useState<Removed | null>(null);
  const titleAt = (entry: unknown) => titleOf(entry) || t('catalogue.unnamed');

  function move(from: number, to: number): void {
    if (to < 0 || to >= list.length || from === to) return;
    onChange(moved(list, from, to));
    setSaid(t('catalogue.moved', { place: to + 1, count: list.length }));
  }

  /** Moves an entry up (-1) or down (1), at an end of the list out of it; null where it cannot go. */
  function moveOf(from: number, step: Step): (() => void) | null {
    const to = from + step;
    if (to >= 0 && to < list.length) {
      return () => {
        move(from, to);
        requestAnimationFrame(() => focusButton(entryAt(box.current, to), step));
      };
    }
    const way = passing.includes(name) ? (parts.passOn?.(name, from, step) ?? null) : null;
    if (way === null) return null;
    return () => {
      const around = box.current?.closest('[data-place]');
      const next = step < 0 ? around?.previousElementSibling : around?.nextElementSibling;
      way.go();
      setSaid(t('catalogue.movedTo', { title: way.title }));
      requestAnimationFrame(() => focusPassed(next, name, step));
    };
  }

  function remove(place: number): void {
    const rest = list.filter((_, index) => index !== place);
    setRemoved({ entry: list[place], place, rest });
    setSaid(t('catalogue.removed', { title: titleAt(list[place]) }));
    onChange(rest);
  }

  function putBack({ entry, place, rest }: Removed): void {
    onChange([...rest.slice(0, place), entry, ...rest.slice(place)]);
    requestAnimationFrame(() => entryAt(box.current, place)?.querySelector('summary')?.focus());
  }

  /** For the lists in one entry: how their entries get into the entries beside it. */
  function passOnOf(index: number): NonNullable<typeof parts.passOn> {
    return (field, from, step) => {
      const next = passedOn(list, { index, field, from, step });
      return next === null ? null : { title: titleAt(list[index + step]), go: () => onChange(next) };
    };
  }

  // What was changed in the list since stays.
  const undone = removed?.rest === value ? removed : null;
  return {
    ...{ box, said, titleAt, move, moveOf, remove, passOnOf },
    undo: undone && { title: titleAt(undone.entry), go: () => putBack(undone) },
  };
}

/** What an entry is called: itself, or its title or question in German. */
function titleOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { title, question, identifier } = asFields(entry);
  return String(asFields(title ?? question).de ?? identifier ?? '');
}

function entryAt(box: Element | null, place: number): Element | null {
  return box?.querySelector(`:scope > [data-place="${place}"]`) ?? null;
}

function focusButton(entry: Element | null | undefined, step: Step): void {
  const button = step < 0 ? 'up' : 'down';
  entry?.querySelector<HTMLElement>(`:scope > div [data-move="${button}"]`)?.focus();
}

/** Opens the entry whose list has the moved one now: as the last there, or the first. */
function focusPassed(around: Element | null | undefined, name: string, step: Step): void {
  const details = around?.querySelector<HTMLDetailsElement>(':scope > details');
  if (!details) return;
  details.open = true;
  const entries = [...details.querySelectorAll(`fieldset[id$=".${name}"] > [data-place]`)];
  focusButton(entries.at(step < 0 ? -1 : 0), step);
}
