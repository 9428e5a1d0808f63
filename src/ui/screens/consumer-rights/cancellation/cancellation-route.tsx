import { useTranslation } from 'react-i18next';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { cancellationKinds } from '#core/model/cancellation-kind.ts';
import type { Cancellation } from '#core/model/declaration.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import styles from '#ui/components/consumer-rights/declaration.module.css';
import { CodeChoice, DeclarantFields } from '#ui/components/consumer-rights/declaration-fields.tsx';
import { ConfirmButton, DeclarationSteps } from '#ui/components/consumer-rights/declaration-steps.tsx';
import { type Declaration, useDeclaration } from '#ui/components/consumer-rights/use-declaration.ts';
import type { Fact } from '#ui/components/parts/fact-list.tsx';
import { Radio } from '#ui/components/parts/fields/choices.tsx';
import { TextArea, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, usePostedForm, WithoutScript } from '#ui/components/parts/fields/post-form.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { cancellationSchema, type CancellationForm as Values } from '#ui/forms/declaration-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { fullName, useLearner, writtenEmail } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import { readCancellation, sendCancellation } from './cancellation-action.ts';
import { emptyCancellation, toCancellation } from './to-cancellation.ts';

export const handle: RouteHandle = { theme: 'paper' };

const mostSubscriptions = 10;

/**
 * Loads the learner's subscriptions that can be cancelled. Empty for guests and on failure, because a number can be
 * typed.
 */
async function listSubscriptions({ context }: LoaderFunctionArgs): Promise<readonly Subscription[]> {
  const { api, stores } = context.get(shopContext);
  if (stores.session.snapshot.status === 'guest') return [];
  const response = await api.listSubscriptions({
    query: { page: { number: 1, size: mostSubscriptions } },
  });
  return response.ok ? response.value.items.filter((subscription) => subscription.on_cancel !== null) : [];
}

/** Returns the subscriptions; `posted` is the cancellation sent without JavaScript. */
export const loader = async (args: LoaderFunctionArgs) => ({
  subscriptions: await listSubscriptions(args),
  posted: await readCancellation(args),
});

export const clientLoader = async (args: LoaderFunctionArgs) => ({
  subscriptions: await listSubscriptions(args),
  posted: null,
});

export const action = (args: ActionFunctionArgs) => sendCancellation(args);

/** Changing the step of the declaration does not reload the data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** The page "Cancel contracts here"; needs no login (docs/behaviour/consumer-rights.md#cancellation-page). */
export default function CancellationRoute() {
  const { t } = useTranslation('base');
  const { subscriptions, posted } = useLoaderData<typeof loader>();
  const { actions } = useShop();
  const declaration = useDeclaration('cancellation', actions.declareCancellation, posted);
  const rowsOf = useCancellationRows();

  return (
    <div className={layout.wrap}>
      <PageMeta title={t('cancellation.title')} description={t('cancellation.description')} />
      <DeclarationSteps
        kind="cancellation"
        declaration={declaration}
        form={<CancellationForm subscriptions={subscriptions} declaration={declaration} />}
        rowsOf={rowsOf}
      />
    </div>
  );
}

interface CancellationFormProps {
  /** The learner's subscriptions that can be cancelled; empty for a guest. */
  readonly subscriptions: readonly Subscription[];
  readonly declaration: Declaration<Cancellation>;
}

/** The form for the subscription, kind and date of the cancellation, and the declarant. */
function CancellationForm({ subscriptions, declaration }: CancellationFormProps) {
  const { t } = useTranslation('base');
  const learner = useLearner();
  const dateText = useDateText();
  const today = calendarDay(Date.now());
  const form = useSchemaForm<Values>(cancellationSchema(today), {
    posted: usePostedForm('cancellation'),
    defaultValues: {
      ...emptyCancellation,
      chosen: subscriptions[0]?.contract_code ?? '',
      name: learner === null ? '' : fullName(learner),
      email: writtenEmail(learner),
    },
  });
  const isForCause = form.watch('kind') === 'extraordinary';
  const isOwnDay = form.watch('end') === 'day';

  const submit = form.handleSubmit((values) => declaration.declare(toCancellation(values)));

  const reason = () => <TextArea label={t('cancellation.reason')} {...form.field('reason')} />;
  const lastDay = () => (
    <TextField type="date" label={t('cancellation.day')} min={today} {...form.field('ends_on')} />
  );
  return (
    <PostForm className={styles.form} refusal={form.refusal} onSubmit={submit}>
      <CodeChoice
        kind="cancellation"
        title={t('cancellation.contract')}
        options={subscriptions.map(({ id, contract_code: code, product, on_cancel }) => ({
          id,
          code,
          label: (
            <>
              <strong>{product.title}</strong>
              <span className={styles.quiet}>
                {t('cancellation.own', { code, day: dateText(on_cancel?.ends_on ?? '') })}
              </span>
            </>
          ),
        }))}
        isTyped={form.watch('chosen') === ''}
        option={form.option}
        field={form.field}
      />
      <fieldset className={styles.group}>
        <legend>{t('cancellation.kind')}</legend>
        <div className={styles.options}>
          {cancellationKinds.map((kind) => (
            <Radio key={kind} className={styles.option} {...form.option('kind', kind)}>
              {t(`cancellation.kinds.${kind}`)}
              <span className={styles.quiet}>{t(`cancellation.kind_hint.${kind}`)}</span>
            </Radio>
          ))}
        </div>
        {isForCause ? reason() : <WithoutScript>{reason}</WithoutScript>}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('cancellation.end')}</legend>
        <div className={styles.options}>
          {(['soonest', 'day'] as const).map((end) => (
            <Radio key={end} className={styles.option} {...form.option('end', end)}>
              {t(`cancellation.ends.${end}`)}
            </Radio>
          ))}
        </div>
        {isOwnDay ? lastDay() : <WithoutScript>{lastDay}</WithoutScript>}
      </fieldset>
      <DeclarantFields field={form.field} />
      <ConfirmButton kind="cancellation" declaration={declaration} />
    </PostForm>
  );
}

/** Returns a function for the rows of a cancellation's receipt. */
function useCancellationRows(): (declared: Cancellation) => readonly Fact[] {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  return ({ code, kind, ends_on, reason, name, email }) => [
    { label: t('declaration.code'), value: code },
    { label: t('cancellation.kind'), value: t(`cancellation.kinds.${kind}`) },
    {
      label: t('cancellation.end'),
      value: ends_on === null ? t('cancellation.ends.soonest') : dateText(ends_on),
    },
    ...(reason === null ? [] : [{ label: t('cancellation.reason'), value: reason }]),
    { label: t('declaration.name'), value: name },
    { label: t('declaration.email'), value: email },
  ];
}
