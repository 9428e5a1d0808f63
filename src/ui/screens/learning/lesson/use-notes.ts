import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonPage, Note } from '#core/model/learning.ts';
import type { Page } from '#core/model/values.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { notesAsMarkdown } from '#core/rules/learning/notes-as-markdown.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { saveFile } from './save-file.ts';

const pageSize = 50;

/** The notes that are shown, and how many there are. */
type NoteList = Pick<Page<Note>, 'items' | 'total'>;

const noNotes: NoteList = { items: [], total: 0 };

export interface Notes {
  /** Null until they are loaded. */
  readonly notes: readonly Note[] | null;
  /** More are on the server than are shown. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  /** What to say of the last call that failed. */
  readonly error: string | null;
  /** `onDone` is called when it is stored. */
  add(position: number, text: string, onDone: () => void): Promise<void>;
  change(id: string, text: string, onDone: () => void): Promise<void>;
  remove(id: string): Promise<void>;
  loadMore(): Promise<void>;
  /** Saves all notes of the course as a Markdown file. */
  download(): Promise<void>;
  /** Saves them as PDF, by an address that was just made. */
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
      // The next lesson has others.
      setList(null);
    };
  }, [api, lesson.id]);

  /** Several calls may have changed it since the last render. */
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
          saveFile(address, t('notes.file', { course: lesson.course.slug }));
          URL.revokeObjectURL(address);
        },
      ),
    downloadPdf: () =>
      call(
        () =>
          api.listNotes({ query: { filter: { course: lesson.course.id }, page: { number: 1, size: 1 } } }),
        ({ document_url }) => {
          if (document_url !== null) saveFile(document_url, '');
        },
      ),
  };
}

/** A list with a note at its place in the film, unless it is there. */
export function withNote(list: NoteList, note: Note): NoteList {
  if (list.items.some(({ id }) => id === note.id)) return list;
  return {
    items: [...list.items, note].toSorted((one, other) => one.position_seconds - other.position_seconds),
    total: list.total + 1,
  };
}
