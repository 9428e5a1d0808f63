import { useTranslation } from 'react-i18next';
import type { CourseDetails, Lesson, ProductCard as Product } from '#core/model/product.ts';
import { clockDuration, isoDuration } from '#core/rules/basics/durations.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import { GoodsTerms } from '#ui/components/carts/goods-terms.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { List, Paragraphs, SectionHead, Split } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PriceNote } from '#ui/components/parts/price-note.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import { useDurationText } from '#ui/hooks/use-duration-text.ts';
import { useMayWatch } from '#ui/hooks/use-session.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './course-sections.module.css';

/** The description; its first paragraph has larger text. */
export function About({ paragraphs }: { readonly paragraphs: readonly string[] }) {
  const { t } = useTranslation('base');
  if (paragraphs.length === 0) return null;
  return (
    <Split title={t('course.about')}>
      <div className={styles.text}>
        <Paragraphs texts={paragraphs} />
      </div>
    </Split>
  );
}

export function Goals({ goals }: { readonly goals: readonly string[] }) {
  const { t } = useTranslation('base');
  return (
    <Split title={t('course.goals')}>
      <List className={styles.goals}>
        {goals.map((goal) => (
          <li key={goal}>{goal}</li>
        ))}
      </List>
    </Split>
  );
}

export function Master({ master }: { readonly master: CourseDetails['master'] }) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${layout.section} ${styles.master}`} aria-labelledby="master-title">
      <Picture
        name={master.picture}
        alt={master.picture_alt}
        width={320}
        ratio="1/1"
        className={styles.portrait}
      />
      <div>
        <h2 id="master-title">
          <ShopLink to={`/experten/${master.slug}`}>
            {master.firstname} {master.lastname}
          </ShopLink>
        </h2>
        <p className={styles.lived}>
          {t('course.master_lived', { origin: master.origin, lived: master.lived })}
        </p>
        <div className={styles.biography}>
          <Paragraphs texts={master.biography} />
        </div>
      </div>
    </section>
  );
}

type Part = CourseDetails['parts'][number];

/** The lessons by part with their durations, numbered consecutively. Accessible lessons are links. */
export function Lessons({ course }: { readonly course: ProductOf<'course'> }) {
  const { t } = useTranslation('base');
  const mayWatch = useMayWatch(course.id);
  const { parts } = course.details;
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, part) => sum + part.lessons.length, 1),
  );
  return (
    <Split title={t('course.lessons')} note={t('course.lessons_note')}>
      {parts.map((part, index) => (
        <PartLessons
          key={part.title}
          slug={course.slug}
          part={part}
          start={starts[index] ?? 1}
          mayWatch={mayWatch}
        />
      ))}
    </Split>
  );
}

interface PartLessonsProps {
  readonly slug: string;
  readonly part: Part;
  /** Number of the first lesson. */
  readonly start: number;
  readonly mayWatch: boolean;
}

function PartLessons({ slug, part, start, mayWatch }: PartLessonsProps) {
  const lengthText = useDurationText();
  const length = part.lessons.reduce((sum, lesson) => sum + lesson.length_seconds, 0);
  return (
    <section className={styles.part}>
      <header className={styles.head}>
        <h3>{part.title}</h3>
        <span className={styles.whole}>{lengthText(length)}</span>
      </header>
      <ol className={styles.lessons} start={start}>
        {part.lessons.map((lesson, index) => (
          <LessonLine
            key={lesson.id}
            slug={slug}
            lesson={lesson}
            number={start + index}
            isOpen={mayWatch || lesson.is_free}
            isGift={lesson.is_free && !mayWatch}
          />
        ))}
      </ol>
    </section>
  );
}

interface LessonLineProps {
  readonly slug: string;
  readonly lesson: Lesson;
  readonly number: number;
  readonly isOpen: boolean;
  /** Whether the lesson is free for everybody. */
  readonly isGift: boolean;
}

function LessonLine({ slug, lesson, number, isOpen, isGift }: LessonLineProps) {
  const { t } = useTranslation('base');
  return (
    <li className={styles.lesson}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <p>
          {isOpen ? (
            <ShopLink to={lessonPath(slug, lesson.id)} prefetch="never">
              {lesson.title}
            </ShopLink>
          ) : (
            lesson.title
          )}
          {isGift && <span className={styles.free}>{t('course.free_lesson')}</span>}
        </p>
        <p className={styles.summary}>{lesson.summary}</p>
      </div>
      <span className={styles.length}>
        <VisuallyHidden>{t('course.lesson_length')} </VisuallyHidden>
        <time dateTime={isoDuration(lesson.length_seconds)}>{clockDuration(lesson.length_seconds)}</time>
      </span>
    </li>
  );
}

/** Other courses, those of the same group first. */
export function RelatedCourses({ courses }: { readonly courses: readonly Product[] }) {
  const { t } = useTranslation('base');
  if (courses.length === 0) return null;
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="related-title">
      <SectionHead id="related-title" title={t('course.more')}>
        <LinkButton to="/kurse" kind="text">
          {t('home.courses.group_all')}
        </LinkButton>
      </SectionHead>
      <ProductList products={courses} />
    </section>
  );
}

/** The books of the course with purchase buttons. Book pages are German. */
export function CompanionBooks({ books }: { readonly books: readonly Product[] }) {
  const { t } = useTranslation('base');
  if (books.length === 0) return null;
  return (
    <Split title={t('course.books', { count: books.length })}>
      {books.map((book) => (
        <Book key={book.id} book={book} />
      ))}
    </Split>
  );
}

function Book({ book }: { readonly book: Product }) {
  const { t } = useTranslation('base');
  return (
    <article className={styles.book}>
      <div className={styles.cover}>
        <Picture name={book.picture} alt="" width={176} ratio="2/3" sizes="(max-width: 767px) 112px, 176px" />
      </div>
      <div className={styles.words}>
        <h3>
          <a href={localePath('de', `/buecher/${book.slug}`)} hrefLang="de">
            {book.title}
          </a>
        </h3>
        <p className={styles.subtitle}>{book.subtitle}</p>
        <div className={styles.foot}>
          <div>
            <Price amount={book.price} className={styles.price} />
            <p className={styles.note}>
              {t('course.book_note')} <PriceNote product={book} />
            </p>
          </div>
          <AddToCart product={book} kind="outline" />
        </div>
        <div className={styles.note}>
          <GoodsTerms product={book} />
        </div>
      </div>
    </article>
  );
}
