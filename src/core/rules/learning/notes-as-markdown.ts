import type { Note } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';

/** Texts for a file of notes, in the language of the page. */
interface NoteWords {
  lesson(lesson: Note['lesson']): string;
  /** Text for a bookmark, which has no text of its own. */
  readonly bookmark: string;
}

/**
 * Returns notes as Markdown: a heading for each course and lesson, then a list of positions with their texts. `notes`
 * are in the order in which the API lists them.
 */
export function notesAsMarkdown(notes: readonly Note[], { lesson, bookmark }: NoteWords): string {
  const lines: string[] = [];
  for (const [index, note] of notes.entries()) {
    const before = notes[index - 1];
    if (before?.course.id !== note.course.id) lines.push(`# ${note.course.title}`, '');
    if (before?.lesson.id !== note.lesson.id) lines.push(`## ${lesson(note.lesson)}`, '');
    const text = note.text === '' ? bookmark : note.text.replaceAll(/\r?\n/g, '\n  ');
    lines.push(`- ${clockDuration(note.position_seconds)} ${text}`);
    if (notes[index + 1]?.lesson.id !== note.lesson.id) lines.push('');
  }
  return lines.join('\n');
}
