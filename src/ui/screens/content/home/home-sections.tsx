import { useTranslation } from 'react-i18next';
import type { Advantage, CampaignCard } from '#core/model/content.ts';
import type { Category, ProductCard as Product } from '#core/model/product.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { CampaignCards } from '#ui/components/gifts/campaign-cards.tsx';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { List, SectionHead } from '#ui/components/parts/page-parts.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';
import { MembershipTicket } from '#ui/components/subscriptions/membership-ticket.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import hero from './home-hero.module.css';
import styles from './home-sections.module.css';

/** Number of courses shown per group. */
const shownPerGroup = 3;

const cardSizes = '(max-width: 767px) 184px, (max-width: 1023px) 30vw, 180px';

interface CourseGroupsProps {
  /** All courses in the shop's order; null if they could not be loaded. */
  readonly courses: readonly Product[] | null;
  readonly groups: readonly Category[];
}

/** The courses by group; on phones each group is a row that scrolls sideways. */
export function CourseGroups({ courses, groups }: CourseGroupsProps) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${styles.courses}`} aria-labelledby="courses-title">
      <SectionHead id="courses-title" title={t('home.courses.title')}>
        {courses !== null && (
          <LinkButton to="/kurse" kind="text">
            {t('home.courses.all', { count: courses.length })}
          </LinkButton>
        )}
      </SectionHead>
      {courses === null ? (
        <Notice tone="warning">{t('home.courses.failed')}</Notice>
      ) : (
        <div className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.identifier} group={group} courses={coursesOf(courses, group)} />
          ))}
        </div>
      )}
    </section>
  );
}

function coursesOf(courses: readonly Product[], group: Category): readonly Product[] {
  return courses.filter((course) => course.group?.identifier === group.identifier).slice(0, shownPerGroup);
}

function Group({ group, courses }: { readonly group: Category; readonly courses: readonly Product[] }) {
  const { t } = useTranslation('base');
  const titleId = `group-${group.identifier}`;
  if (courses.length === 0) return null;
  return (
    <section className={`${layout.deferred} ${styles.group}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>{group.title}</h3>
        <ShopLink
          to={`/kurse?gruppe=${group.identifier}`}
          className={styles.all}
          aria-label={t('home.courses.group_all_label', { group: group.title })}
        >
          {t('home.courses.group_all')}
        </ShopLink>
      </header>
      <List className={styles.row}>
        {courses.map((course) => (
          <li key={course.id}>
            <ProductCard product={course} headingLevel={4} size="small" sizes={cardSizes} />
          </li>
        ))}
      </List>
    </section>
  );
}

const steps = ['choose', 'watch', 'practise'] as const;

export function HowItWorks() {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title">{t('home.how_it_works.title')}</h2>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{t(`home.how_it_works.${step}.title`)}</h3>
            <p className={styles.text}>{t(`home.how_it_works.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function HomeCampaigns({ campaigns }: { readonly campaigns: readonly CampaignCard[] }) {
  const { t } = useTranslation('base');
  if (campaigns.length === 0) return null;
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="campaigns-title">
      <SectionHead id="campaigns-title" title={t('campaigns.title')}>
        <LinkButton to="/angebote" kind="text">
          {t('campaigns.all')}
        </LinkButton>
      </SectionHead>
      <CampaignCards campaigns={campaigns} />
    </section>
  );
}

/** The first books of the shop; on German pages only. */
export function HomeBooks({ books }: { readonly books: readonly Product[] }) {
  const { t } = useTranslation('base');
  return (
    <section
      className={`${layout.deferred} ${styles.books}`}
      data-theme="paper"
      aria-labelledby="books-title"
    >
      <div className={`${layout.wrap} ${styles.booksInside}`}>
        <div className={styles.booksText}>
          <h2 id="books-title">{t('home.books.title')}</h2>
          <p className={styles.booksLead}>{t('home.books.lead')}</p>
          <LinkButton to="/buecher" kind="outline">
            {t('home.books.all')}
          </LinkButton>
        </div>
        <List className={styles.bookList}>
          {books.map((book) => (
            <li key={book.id}>
              <ProductCard
                product={book}
                size="small"
                sizes="(max-width: 767px) 168px, (max-width: 1023px) 22vw, 180px"
              />
            </li>
          ))}
        </List>
      </div>
    </section>
  );
}

/** The advantages of the shop, below the hero. */
export function HomeAdvantages({ advantages }: { readonly advantages: readonly Advantage[] }) {
  if (advantages.length === 0) return null;
  return (
    <div className={layout.wrap}>
      <List className={styles.facts}>
        {advantages.map(({ key, title, text: sentence }) => (
          <li key={key}>
            <strong>{title}</strong> {sentence}
          </li>
        ))}
      </List>
    </div>
  );
}

/** The membership as a ticket, with a link to its page. */
export function HomeMembership({ pass }: { readonly pass: Product }) {
  const { t } = useTranslation('base');
  const locale = useLocale();
  return (
    <section
      className={`${layout.wrap} ${layout.section} ${styles.membership}`}
      aria-labelledby="membership-title"
    >
      <div>
        <h2 id="membership-title">{pass.subtitle}</h2>
        <p className={hero.lead}>{t('home.membership.lead')}</p>
        <div className={`${layout.actions} ${hero.actions}`}>
          <LinkButton to={productPath(pass)} size="large" className={hero.main}>
            {t('home.membership.link')}
          </LinkButton>
          {pass.monthly_price !== null && (
            <span className={text.muted}>
              {t('home.membership.price', {
                year: formatPrice(pass.price, locale),
                month: formatPrice(pass.monthly_price, locale),
              })}
            </span>
          )}
        </div>
      </div>
      <MembershipTicket pass={pass} />
    </section>
  );
}

/** One gift of each kind. */
export function HomeGifts({ gifts }: { readonly gifts: readonly Product[] }) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${layout.section} ${layout.deferred}`} aria-labelledby="gifts-title">
      <SectionHead id="gifts-title" title={t('home.gifts.title')}>
        <LinkButton to="/geschenke" kind="text">
          {t('home.gifts.all')}
        </LinkButton>
      </SectionHead>
      <List className={`${layout.cards} ${layout.threeColumns}`}>
        {gifts.map((gift) => (
          <li key={gift.id}>
            <ProductCard product={gift} sizes="(max-width: 767px) 46vw, 400px" />
          </li>
        ))}
      </List>
    </section>
  );
}
