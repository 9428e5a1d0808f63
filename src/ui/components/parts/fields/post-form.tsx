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

/** Returns the form with one of these names that the server rejected without JavaScript, else null. */
export function usePostedForm(...names: readonly string[]): RefusedForm | null {
  const refused = useActionData<RefusedForm>();
  return refused !== undefined && names.includes(refused.form) ? refused : null;
}

/**
 * Returns the rejection of a form that does not use `useSchemaForm`. `ids` are the ids of its fields; `say` translates
 * its messages.
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
  /** Rejection by the server; shown above the fields. */
  readonly refusal?: Refusal | null;
}

/**
 * A form that works without JavaScript: the browser submits it to its page's action (`form-action.ts`). `onSubmit` is
 * only used after hydration: it does not read the fields of `WithoutScript`, and before hydration it does not know the
 * token of a mailed link.
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

/** The error summary of a rejected form. It takes the focus, so that screen readers read it first. */
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
  /** Name of the submitted form: the key of its handler in the action. */
  readonly form: string;
}

/** The submit button of a form that works without JavaScript. */
export function SubmitButton({ form, ...rest }: SubmitButtonProps) {
  return <Button type="submit" {...rest} name={formField} value={form} worksWithoutScript />;
}

/** Fields shown only without JavaScript; with JavaScript they appear on demand. */
export function WithoutScript({ children }: { readonly children: () => ReactNode }) {
  return useHydrated() ? null : <div className={styles.withoutScript}>{children()}</div>;
}
