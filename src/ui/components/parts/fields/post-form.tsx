import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionData } from 'react-router';
import { Button } from '#ui/components/parts/button.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { formField, type RefusedForm } from '#ui/forms/form-action.ts';
import type { Refusal } from '#ui/forms/use-schema-form.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import styles from './post-form.module.css';

/** One of these forms, as the server has refused it without JavaScript; null otherwise. */
export function usePostedForm(...names: readonly string[]): RefusedForm | null {
  const refused = useActionData<RefusedForm>();
  return refused !== undefined && names.includes(refused.form) ? refused : null;
}

/**
 * The refusal of a form that is not a `useSchemaForm`; `ids` are those of its fields, and `say` translates its
 * messages.
 */
export function useRefusal(
  posted: RefusedForm | null,
  ids: Readonly<Record<string, string>>,
  say: (text: string) => string = (text) => text,
): Refusal | null {
  const failureText = useFailureText();
  if (posted === null) return null;
  return {
    text: posted.failure && failureText(posted.failure),
    errors: Object.entries(posted.errors).map(([name, text]) => ({ id: ids[name] ?? '', text: say(text) })),
  };
}

interface PostFormProps extends Omit<ComponentProps<'form'>, 'method'> {
  /** What the server has refused; shown above the fields. */
  readonly refusal?: Refusal | null;
}

/**
 * A form that works without JavaScript: the browser sends it to the action of its page (`form-action.ts`). With
 * JavaScript `onSubmit` sends it, from the moment at which the fields of `WithoutScript` are gone: it does not read
 * them, and does not know the token of a mailed link before.
 */
export function PostForm({ refusal = null, children, onSubmit, ...rest }: PostFormProps) {
  const { pathname, search } = usePageAddress();
  const isHydrated = useHydrated();
  return (
    <form
      action={`${pathname}${search}`}
      noValidate
      {...rest}
      method="post"
      onSubmit={isHydrated ? onSubmit : undefined}
    >
      {refusal !== null && <RefusalNotice refusal={refusal} />}
      {children}
    </form>
  );
}

/** The summary of a refused form; it takes the focus, so that it is read first. */
function RefusalNotice({ refusal: { text, errors } }: { readonly refusal: Refusal }) {
  const { t } = useTranslation('component');
  return (
    // biome-ignore lint/a11y/noAutofocus: the page was loaded to show it
    <div tabIndex={-1} autoFocus className={styles.refusal}>
      {text !== null ? (
        <Notice tone="error">{text}</Notice>
      ) : (
        <Notice tone="error" title={t('field.check')}>
          <ul>
            {errors.map((error) => (
              <li key={error.id}>
                <a href={`#${error.id}`}>{error.text}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Which form of the page it sends; the key of the action's handler. */
  readonly form: string;
}

/** The button of a form that works without JavaScript. */
export function SubmitButton({ form, ...rest }: SubmitButtonProps) {
  return <Button type="submit" {...rest} name={formField} value={form} worksWithoutScript />;
}

/** Fields that only a page without JavaScript needs, because with it they appear when they are needed. */
export function WithoutScript({ children }: { readonly children: () => ReactNode }) {
  return useHydrated() ? null : <div className={styles.withoutScript}>{children()}</div>;
}
