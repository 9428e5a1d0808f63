import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { Note } from '#core/model/learning.ts';
import { notesAsMarkdown } from '#core/rules/learning/notes-as-markdown.ts';
import { runs } from '#test/run-length.ts';

const words = {
  lesson: ({ number, title }: Note['lesson']) => `Lektion ${number}: ${title}`,
  bookmark: 'Lesezeichen',
};

function note(lesson: number, position_seconds: number, text: string): Note {
  return {
    id: `${lesson}-${position_seconds}`,
    lesson: { id: `l${lesson}`, number: lesson, title: `Von Ton ${lesson}`, is_shown: true },
    course: { id: 'c', slug: 'clara-schumann', title: 'Klang in zehn Fingern' },
    position_seconds,
    text,
    created_at: '2026-11-21T10:00:00.000Z',
    changed_at: '2026-11-21T10:05:00.000Z',
  };
}

describe('notes as Markdown', () => {
  test('are listed below their course and lesson, with their times', () => {
    const notes = [note(1, 9, 'Langsam drücken\nund warten'), note(1, 17, ''), note(3, 75, 'Ohne Pedal')];
    expect(notesAsMarkdown(notes, words)).toBe(
      [
        '# Klang in zehn Fingern',
        '',
        '## Lektion 1: Von Ton 1',
        '',
        '- 0:09 Langsam drücken',
        '  und warten',
        '- 0:17 Lesezeichen',
        '',
        '## Lektion 3: Von Ton 3',
        '',
        '- 1:15 Ohne Pedal',
        '',
      ].join('\n'),
    );
    expect(notesAsMarkdown([], words)).toBe('');
  });

  const notes = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(90), fc.string()), { maxLength: 8 })
    .map((all) => all.map(([lesson, position, text]) => note(lesson, position, text.trim())))
    .map((all) => all.toSorted((one, other) => one.lesson.number - other.lesson.number));

  property.prop([notes], { numRuns: runs(100) })(
    'have one heading for each lesson, and no line of a text that could become one',
    (all) => {
      const lines = notesAsMarkdown(all, words).split('\n');
      const lessons = new Set(all.map(({ lesson }) => lesson.id));
      expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(lessons.size);
      expect(lines.filter((line) => line.startsWith('# '))).toHaveLength(all.length > 0 ? 1 : 0);
      expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(all.length);
    },
  );
});
