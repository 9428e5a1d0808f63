import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LessonPage, Note } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { TextArea } from '#ui/components/parts/fields/form-fields.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useFocusFallback } from '#ui/hooks/overlays/use-focus-fallback.ts';
import styles from './lesson-notes.module.css';
import transcript from './transcript.module.css';
import { type Notes as NotesApi, useNotes } from './use-notes.ts';

const longestNote = 2_000;

interface NotesProps {
  readonly lesson: LessonPage;
  /** Seconds from the start of the video; the position of a new note. */
  readonly position: number;
  readonly onJump: (position: number) => void;
}

/** A learner's bookmarks and notes in a lesson. */
export function Notes({ lesson, position, onJump }: NotesProps) {
  const { t } = useTranslation('learning');
  const api = useNotes(lesson);
  const { notes, isBusy, error } = api;
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(section, heading);

  return (
    <section
      ref={section}
      className={transcript.transcript}
      aria-labelledby="notes"
      aria-busy={notes === null && error === null}
    >
      <h2 id="notes" ref={heading} tabIndex={-1} className={transcript.title}>
        {t('notes.title')}
      </h2>
      <NewNote api={api} position={position} />
      {error !== null && (
        <Notice tone="warning" isLive className={styles.error}>
          {error}
        </Notice>
      )}
      {notes?.length === 0 && <p className={styles.quiet}>{t('notes.empty')}</p>}
      {notes !== null && notes.length > 0 && (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
          <ol role="list" className={styles.list}>
            {notes.map((note) => (
              <NoteLine key={note.id} note={note} api={api} onJump={onJump} />
            ))}
          </ol>
          <div className={styles.actions}>
            {api.hasMore && (
              <Button kind="outline" isLoading={isBusy} onClick={() => void api.loadMore()}>
                {t('notes.more')}
              </Button>
            )}
            <Button kind="text" isLoading={isBusy} onClick={() => void api.downloadPdf()}>
              {t('notes.pdf')}
            </Button>
            <Button kind="text" isLoading={isBusy} onClick={() => void api.download()}>
              {t('notes.download')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

interface NewNoteProps {
  readonly api: NotesApi;
  readonly position: number;
}

function NewNote({ api, position }: NewNoteProps) {
  const { t } = useTranslation('learning');
  const [text, setText] = useState('');
  const place = clockDuration(Math.floor(position));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void api.add(position, text, () => setText((now) => (now === text ? '' : now)));
      }}
    >
      <TextArea
        label={t('notes.label', { place })}
        rows={2}
        maxLength={longestNote}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" kind="outline" isLoading={api.isBusy}>
        {t(text.trim() === '' ? 'notes.set_bookmark' : 'notes.add', { place })}
      </Button>
    </form>
  );
}

interface NoteLineProps {
  readonly note: Note;
  readonly api: NotesApi;
  readonly onJump: (position: number) => void;
}

function NoteLine({ note, api, onJump }: NoteLineProps) {
  const { t } = useTranslation('learning');
  const [edited, setEdited] = useState<string | null>(null);
  const place = clockDuration(note.position_seconds);
  return (
    <li className={styles.line}>
      <button type="button" className={transcript.cue} onClick={() => onJump(note.position_seconds)}>
        <span className={transcript.time}>{place}</span>
        <span className={styles.text}>{note.text === '' ? t('notes.bookmark') : note.text}</span>
      </button>
      <div className={styles.tools}>
        <Button
          kind="text"
          aria-expanded={edited !== null}
          onClick={() => setEdited(edited === null ? note.text : null)}
        >
          {t('notes.edit')}
          <span className={styles.hidden}> {place}</span>
        </Button>
        <IconButton
          icon="trash"
          label={t('notes.remove', { place })}
          onClick={() => void api.remove(note.id)}
        />
      </div>
      {edited !== null && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void api.change(note.id, edited, () => setEdited(null));
          }}
        >
          <TextArea
            label={t('notes.label', { place })}
            rows={2}
            maxLength={longestNote}
            value={edited}
            onChange={({ target }) => setEdited(target.value)}
          />
          <Button type="submit" kind="outline" isLoading={api.isBusy}>
            <Icon name="check" /> {t('notes.save')}
          </Button>
        </form>
      )}
    </li>
  );
}
