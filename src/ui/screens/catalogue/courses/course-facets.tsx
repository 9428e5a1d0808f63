import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Facet, FacetName } from '#core/model/product.ts';
import { buttonClasses, IconButton } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { useDismiss } from '#ui/hooks/overlays/use-dismiss.ts';
import { useCloseOnBack } from '#ui/hooks/overlays/use-overlay-history.ts';
import styles from './course-facets.module.css';
import {
  type CourseFilter,
  chosenCount,
  courseFilterPath,
  filterNames,
  type PanelFacet,
  panelFacets,
  withoutChosen,
} from './course-filter.ts';
import { courseFormId, useCourseForm } from './use-course-form.ts';

/** Values with a fixed meaning and order in every catalogue. */
const fixedValues = [
  'beginner',
  'intermediate',
  'advanced',
  'short',
  'medium',
  'long',
  'de',
  'en',
  'low',
  'middle',
  'high',
  'yes',
] as const;

/** Returns a function that translates a facet value: a title from the catalogue or a text of the shop. */
export function useFacetTitle(): (name: FacetName, value: string, facets: readonly Facet[]) => string {
  const { t } = useTranslation('base');
  return (name, value, facets) => {
    const fixed = fixedValues.find((one) => one === value);
    if (fixed !== undefined) return t(`courses.value.${fixed}`);
    const counted = facets.find((facet) => facet.name === name)?.values;
    return counted?.find((one) => one.value === value)?.title ?? value;
  };
}

interface CourseFacetsProps {
  readonly filter: CourseFilter;
  readonly facets: readonly Facet[];
  /** Number of matching courses. */
  readonly total: number;
}

/**
 * The filters, in a panel that opens without JavaScript. Values without results are not offered, except selected ones,
 * which can always be deselected. The open panel has a history entry, which a filter change replaces by its list; the
 * panel then adds a new one (docs/behaviour/navigation-and-layout.md#back-and-overlays).
 */
export function CourseFacets({ filter, facets, total }: CourseFacetsProps) {
  const { t } = useTranslation(['base', 'component']);
  const panel = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close(): void {
    const { current } = panel;
    if (current?.contains(document.activeElement)) current.querySelector('summary')?.focus();
    current?.removeAttribute('open');
    setOpen(false);
  }

  // It may have been opened before this code was loaded.
  useEffect(() => setOpen(panel.current?.open === true), []);
  useCloseOnBack(isOpen, close);
  useDismiss(panel, isOpen, close);
  const count = chosenCount(filter);
  const shown = panelFacets
    .map((name) => ({ name, values: valuesOf(name, filter, facets) }))
    .filter(({ values }) => values.length > 0);
  if (shown.length === 0) return null;
  return (
    <details
      ref={panel}
      className={styles.facets}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the summary of details is pressed like a button */}
      <summary
        className={buttonClasses({ kind: 'outline' }, styles.summary)}
        // `toggle` is reported only later: Escape or Back pressed at once would not find the panel open.
        onClick={() => setOpen(panel.current?.open === false)}
      >
        <Icon name="filter" />
        <span className={styles.label}>{t('courses.filter')}</span>
        {count > 0 && <span className={styles.badge}>{count}</span>}
      </summary>
      <div className={styles.panel}>
        <div className={styles.head}>
          <strong>{t('courses.filter')}</strong>
          <IconButton icon="close" label={t('component:dialog.close')} onClick={close} />
        </div>
        <div className={styles.columns}>
          {shown.map(({ name, values }) => (
            <FacetValues key={name} name={name} values={values} filter={filter} facets={facets} />
          ))}
        </div>
        <div className={styles.foot}>
          <button
            type="submit"
            form={courseFormId}
            className={buttonClasses({ kind: 'gold' })}
            onClick={close}
          >
            {t(total === 0 ? 'courses.found' : 'courses.show', { count: total })}
          </button>
          {count > 0 && (
            <ShopLink
              to={courseFilterPath(withoutChosen(filter))}
              rel="nofollow"
              prefetch="never"
              preventScrollReset
              replace
            >
              {t('courses.clear_filters')}
            </ShopLink>
          )}
        </div>
      </div>
    </details>
  );
}

type Values = readonly Pick<Facet['values'][number], 'value' | 'count'>[];

/** Returns the values with results, and the selected ones without results. */
function valuesOf(name: PanelFacet, filter: CourseFilter, facets: readonly Facet[]): Values {
  const counted = facets.find((facet) => facet.name === name)?.values ?? [];
  const order = ({ value }: Values[number]) => (fixedValues as readonly string[]).indexOf(value);
  const missing = filter.chosen[name].filter((value) => counted.every((one) => one.value !== value));
  const values = [...counted, ...missing.map((value) => ({ value, count: 0 }))];
  return name === 'discipline' ? values : values.sort((one, other) => order(one) - order(other));
}

interface FacetValuesProps {
  readonly name: PanelFacet;
  readonly values: Values;
  readonly filter: CourseFilter;
  readonly facets: readonly Facet[];
}

function FacetValues({ name, values, filter, facets }: FacetValuesProps) {
  const { t } = useTranslation('base');
  const { wanted, follow } = useCourseForm(filter);
  const titleOf = useFacetTitle();
  return (
    <fieldset className={styles.facet} data-facet={name}>
      <legend>{t(`courses.facet.${name}`)}</legend>
      <div className={styles.values}>
        {values.map(({ value, count }) => (
          <Checkbox
            key={value}
            name={filterNames[name]}
            value={value}
            form={courseFormId}
            checked={wanted.chosen[name].includes(value)}
            onChange={(event) => follow(event.currentTarget.form, { replace: true })}
          >
            {titleOf(name, value, facets)} <span className={styles.count}>{count}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
