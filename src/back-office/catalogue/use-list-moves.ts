import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dragged, FieldProps } from './field-props.ts';
import { asFields, asList, type ListTransfer, moveItem, type Step, transferItem } from './record-schema.ts';

/** Lists whose items can move into the same list of another entry, such as a lesson into another part. */
const transferable = ['lessons', 'disciplines'];

/** A removed entry, its index, and the list without it. */
interface Removed {
  readonly entry: unknown;
  readonly place: number;
  readonly rest: readonly unknown[];
}

/** Moves and removes entries of a list, announces each change and keeps the focus on the moved entry. */
export function useListMoves(props: FieldProps) {
  const { name, value, parts, onChange } = props;
  const { t } = useTranslation('backOffice');
  const list = asList(value);
  const box = useRef<HTMLFieldSetElement>(null);
  const [announcement, announce] = useState('');
  const [removed, setRemoved] = useState<Removed | null>(null);
  const titleAt = (entry: unknown) => titleOf(entry) || t('catalogue.unnamed');

  function move(from: number, to: number): void {
    if (to < 0 || to >= list.length || from === to) return;
    onChange(moveItem(list, from, to));
    announce(t('catalogue.moved', { place: to + 1, count: list.length }));
  }

  /**
   * Returns the move of an entry up (-1) or down (1), at an end of the list into the adjacent entry's list. Null if it
   * cannot move.
   */
  function moveOf(from: number, step: Step): (() => void) | null {
    const to = from + step;
    if (to >= 0 && to < list.length) {
      return () => {
        move(from, to);
        requestAnimationFrame(() => focusButton(entryAt(box.current, to), step));
      };
    }
    const moveToAdjacent = parts.moveToAdjacent?.(name, from, step) ?? null;
    if (moveToAdjacent === null) return null;
    return () => {
      const around = box.current?.closest('[data-place]');
      const next = step < 0 ? around?.previousElementSibling : around?.nextElementSibling;
      moveToAdjacent();
      requestAnimationFrame(() => focusPassed(next, name, step));
    };
  }

  /** Returns the move of an item into the list of another entry, which is opened. Null if it cannot move there. */
  function transferOf(given: ListTransfer): (() => void) | null {
    const next = transferable.includes(given.field) ? transferItem(list, given) : null;
    if (next === null) return null;
    return () => {
      onChange(next);
      announce(t('catalogue.movedTo', { title: titleAt(list[given.target]) }));
      requestAnimationFrame(() => {
        const details = entryAt(box.current, given.target)?.querySelector('details');
        if (details) details.open = true;
      });
    };
  }

  const { dragging, dropInto, ...drags } = useDragging(props, move, transferOf);

  function remove(place: number): void {
    const rest = list.filter((_, index) => index !== place);
    setRemoved({ entry: list[place], place, rest });
    announce(t('catalogue.removed', { title: titleAt(list[place]) }));
    onChange(rest);
  }

  function putBack({ entry, place, rest }: Removed): void {
    onChange([...rest.slice(0, place), entry, ...rest.slice(place)]);
    requestAnimationFrame(() => entryAt(box.current, place)?.querySelector('summary')?.focus());
  }

  /** Returns the properties for the fields of one entry, with the moves into other entries. */
  function partsIn(index: number): typeof parts {
    return {
      ...parts,
      dragging,
      moveToAdjacent: (field, from, step) =>
        transferOf({ index, field, from, target: index + step, to: step < 0 ? undefined : 0 }),
      dropAtPlace: (to) => dropInto(index, to),
    };
  }

  // Undo is offered only until the list changes again.
  const undone = removed?.rest === value ? removed : null;
  return {
    ...drags,
    box,
    announcement,
    titleAt,
    moveOf,
    remove,
    partsIn,
    undo: undone && { title: titleAt(undone.entry), go: () => putBack(undone) },
  };
}

/** Drags entries to another index of their list, or into the same list of another entry. */
function useDragging(
  { name, path, value, parts }: FieldProps,
  move: (from: number, to: number) => void,
  transferOf: (given: ListTransfer) => (() => void) | null,
) {
  const list = asList(value);
  const own = useState<Dragged | null>(null);
  // Nested lists share the dragged item with the list around them.
  const dragging = parts.dragging ?? own;
  const [dragged, setDragged] = dragging;

  /**
   * Returns the move of the dragged item into the list of entry `target`, at `to` or at the end. Null if it cannot be
   * dropped there.
   */
  function dropInto(target: number, to?: number): (() => void) | null {
    if (dragged === null) return null;
    const { name: field, place: from } = dragged;
    const index = list.findIndex((_, source) => dragged.path === `${path}.${source}.${field}`);
    return index < 0 ? null : transferOf({ index, field, from, target, to });
  }

  /** Returns the move for a drop at this index. Null if the dragged item cannot be dropped there. */
  function dropOf(to: number): (() => void) | null {
    if (dragged?.path === path) return () => move(dragged.place, Math.min(to, list.length - 1));
    return dragged?.name === name ? (parts.dropAtPlace?.(to) ?? null) : dropInto(to);
  }

  /** Returns the drop handlers for the header of an entry, or for the area after the last one. */
  function dropAt(to: number) {
    const drop = dropOf(to);
    return {
      onDragOver: (event: DragEvent) => drop !== null && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        drop?.();
        // If the dragged header was removed from the page, no `dragend` event follows.
        setDragged(null);
      },
    };
  }

  /** Returns the drag handlers for the header of an entry. */
  function dragOf(place: number) {
    return {
      draggable: parts.canChange,
      onDragStart: (event: DragEvent) => {
        // Firefox starts no drag without data. No field accepts data of this type.
        event.dataTransfer.setData('application/x-entry', path);
        setDragged({ name, path, place });
      },
      onDragEnd: () => setDragged(null),
    };
  }

  const isDragged = (place: number) => dragged?.path === path && dragged.place === place;
  return { dragging, dropInto, dropAt, dragOf, isDragged };
}

/** Returns the name of an entry: the text itself, or its German title or question, its name or its identifier. */
function titleOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { title, question, name, identifier } = asFields(entry);
  return String(asFields(title ?? question).de ?? name ?? identifier ?? '');
}

function entryAt(box: Element | null, place: number): Element | null {
  return box?.querySelector(`:scope > [data-place="${place}"]`) ?? null;
}

function focusButton(entry: Element | null | undefined, step: Step): void {
  const button = step < 0 ? 'up' : 'down';
  entry?.querySelector<HTMLElement>(`:scope > div [data-move="${button}"]`)?.focus();
}

/** Focuses the moved item in the list of its new entry: the last item after a move up, the first after a move down. */
function focusPassed(around: Element | null | undefined, name: string, step: Step): void {
  const entries = around?.querySelectorAll(`fieldset[id$=".${name}"] > [data-place]`) ?? [];
  focusButton([...entries].at(step < 0 ? -1 : 0), step);
}
