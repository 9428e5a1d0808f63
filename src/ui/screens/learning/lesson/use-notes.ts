import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonPage, Note } from '#core/model/learning.ts';
import type { Page } from '#core/model/values.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { notesAsMarkdown } from '#core/rules/learning/notes-as-markdown.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { downloadFile } from './download-file.ts';

const pageSize = 50;

/** The loaded notes, and the total number. */
type NoteList = Pick<Page<Note>, 'items' | 'total'>;

const noNotes: NoteList = { items: [], total: 0 };

export interface Notes {
  /** Null until loaded. */
  readonly notes: readonly Note[] | null;
  /** Whether the server has more notes than are loaded. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  /** Text of the last failure. */
  readonly error: string | null;
  /** Adds a note; `onDone` is called after it was stored. */
  add(position: number, text: string, onDone: () => void): Promise<void>;
  change(id: string, text: string, onDone: () => void): Promise<void>;
  remove(id: string): Promise<void>;
  loadMore(): Promise<void>;
  /** Saves all notes of the course as a Markdown file. */
  download(): Promise<void>;
  /** Saves them as PDF, with a freshly requested address. */
  downloadPdf(): Promise<void>;
}

/** A learner's notes in one lesson (docs/behaviour/learning.md#bookmarks-and-notes). */
export function useNotes(lesson: LessonPage): Notes {
  const { t } = useTranslation('learning');
  const { api, queries } = useShop();
  const { isBusy, call, error } = useApiCall();
  const [list, setList] = useState<NoteList | null>(null);
  const [loadError, setLoadError] = useState<CallFailure | null>(null);

  const pageOf = (number: number) => ({
    query: { filter: { lesson: lesson.id }, page: { number, size: pageSize } },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each lesson
  useEffect(() => {
    let isGone = false;
    api.listNotes(pageOf(1)).then((found) => {
      if (isGone) return;
      if (!found.ok) return setLoadError(found.error);
      setList((known) => (known?.items ?? []).reduce<NoteList>(withNote, found.value));
    });
    return () => {
      isGone = true;
      // The notes belong to this lesson only.
      setList(null);
    };
  }, [api, lesson.id]);

  /** Updates the latest list; several calls may have changed it since the last render. */
  const update = (next: (now: NoteList) => NoteList) => setList((now) => next(now ?? noNotes));
  return {
    notes: list?.items ?? null,
    hasMore: list !== null && list.items.length < list.total,
    isBusy,
    error: loadError === null ? error : t('notes.failed'),
    add: (position, text, onDone) =>
      call(
        () => api.addNote({ body: { lesson: lesson.id, position_seconds: Math.floor(position), text } }),
        (added) => {
          update((now) => withNote(now, added));
          onDone();
        },
      ),
    change: (id, text, onDone) =>
      call(
        () => api.changeNote({ params: { id }, body: { text } }),
        (changed) => {
          update((now) => ({ ...now, items: now.items.map((one) => (one.id === id ? changed : one)) }));
          onDone();
        },
      ),
    remove: (id) =>
      call(
        () => api.removeNote({ params: { id } }),
        () =>
          update(({ items, total }) => ({ items: items.filter((one) => one.id !== id), total: total - 1 })),
      ),
    loadMore: () =>
      call(
        () => api.listNotes(pageOf(Math.floor((list?.items.length ?? 0) / pageSize) + 1)),
        (page) =>
          update(({ items }) => {
            const known = new Set(items.map(({ id }) => id));
            return { items: [...items, ...page.items.filter(({ id }) => !known.has(id))], total: page.total };
          }),
      ),
    download: () =>
      call(
        () => queries.listCourseNotes(lesson.course.id),
        ({ notes: all }) => {
          const text = notesAsMarkdown(all, {
            lesson: (one) => t('continue.lesson', one),
            bookmark: t('notes.bookmark'),
          });
          const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
          downloadFile(address, t('notes.file', { course: lesson.course.slug }));
          URL.revokeObjectURL(address);
        },
      ),
    downloadPdf: () =>
      call(
        () =>
          api.listNotes({ query: { filter: { course: lesson.course.id }, page: { number: 1, size: 1 } } }),
        ({ document_url }) => {
          if (document_url !== null) downloadFile(document_url, '');
        },
      ),
  };
}

/** Returns the list with the note inserted by its position in the film, unless it is already listed. */
export function withNote(list: NoteList, note: Note): NoteList {
  if (list.items.some(({ id }) => id === note.id)) return list;
  return {
    items: [...list.items, note].toSorted((one, other) => one.position_seconds - other.position_seconds),
    total: list.total + 1,
  };
}
