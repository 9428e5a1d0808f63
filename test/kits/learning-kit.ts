import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { arriveAsLearner, succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const free = 'schumann-eine-taste';
const paid = 'schumann-das-gewicht-des-arms';
const otherFree = 'duerer-das-leere-blatt';

/** Long before any world's clock. */
const day = (number: number) => `2026-01-0${number}T10:00:00.000Z`;

const save = ({ learning }: HostWorld, position_seconds: number, watched_at: string, lesson = free) =>
  learning.saveProgress({
    lesson,
    progress: { position_seconds, is_finished: false, watched_at },
    is_leaving: false,
  });

const cases: KitCases<HostWorld> = {
  async 'answers a free lesson to anybody, with its film and what is said in it'({ learning, setBearer }) {
    setBearer(null);
    const lesson = succeeded(await learning.getLesson(free));
    expect(lesson).toMatchObject({ id: free, number: 1, is_free: true, next_id: paid, progress: null });
    expect(lesson.media?.sources[0]).toEqual({ type: 'video/webm', address: `/media/${free}.webm` });
    expect(lesson.transcript[0]?.text).toMatch(/^Eine Taste von der Seite/);
  },
  async 'keeps paid lessons from those who do not own them'(world) {
    const refused = { ok: false, error: { code: 'FORBIDDEN', status: 403 } };
    world.setBearer(null);
    expect(await world.learning.getLesson(paid)).toMatchObject(refused);
    await arriveAsLearner(world);
    expect(await world.learning.getLesson(paid)).toMatchObject(refused);
    expect(await save(world, 10, day(1), paid)).toMatchObject(refused);
    expect(await world.learning.getLesson('gibt-es-nicht')).toMatchObject({ error: { code: 'NOT_FOUND' } });
  },
  async 'keeps where a learner stopped; what was watched earlier never sets back'(world) {
    await arriveAsLearner(world);
    expect(succeeded(await save(world, 12.8, day(2)))).toMatchObject({ position_seconds: 12 });
    expect(succeeded(await save(world, 3, day(1)))).toMatchObject({ position_seconds: 12 });
    expect(succeeded(await save(world, 5, day(3)))).toMatchObject({ position_seconds: 5 });
    expect(succeeded(await save(world, 1_000_000, day(4))).position_seconds).toBe(820);
    const { progress } = succeeded(await world.learning.getLesson(free));
    expect(progress).toEqual({ position_seconds: 820, is_finished: false, watched_at: day(4) });
  },
  async 'leaves a finished lesson finished'(world) {
    await arriveAsLearner(world);
    const end = { position_seconds: 24, is_finished: true, watched_at: day(1) };
    succeeded(await world.learning.saveProgress({ lesson: free, progress: end, is_leaving: true }));
    expect(succeeded(await save(world, 2, day(2)))).toMatchObject({ position_seconds: 2, is_finished: true });
  },
  async 'lists what was watched, newest first, of one course or of all'(world) {
    await arriveAsLearner(world);
    succeeded(await save(world, 8, day(1)));
    succeeded(await save(world, 9, day(2), otherFree));
    const all = succeeded(await world.learning.listActivities({ number: 1, size: 10 }));
    expect(all.items.map(({ lesson }) => lesson.id)).toEqual([otherFree, free]);
    expect(all.items[1]).toMatchObject({ position_seconds: 8, course: { slug: 'clara-schumann' } });
    const second = succeeded(await world.learning.listActivities({ number: 2, size: 1 }));
    expect(second).toMatchObject({ number: 2, size: 1, total: 2, items: [{ lesson: { id: free } }] });
    const course = all.items[1]?.course.id;
    const one = succeeded(await world.learning.listActivities({ course, number: 1, size: 10 }));
    expect(one.items.map(({ lesson }) => lesson.id)).toEqual([free]);
  },
  async 'wants a learner for progress'(world) {
    world.setBearer(null);
    expect(await save(world, 1, day(1))).toMatchObject({ error: { status: 401 } });
    const list = await world.learning.listActivities({ number: 1, size: 10 });
    expect(list).toMatchObject({ error: { status: 401 } });
  },
};

/** The promises of `ports/learning.ts`. */
export function describeLearningPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Learning: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
