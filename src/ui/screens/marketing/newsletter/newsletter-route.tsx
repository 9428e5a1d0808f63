import { useTranslation } from 'react-i18next';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { NewsletterForm } from '#ui/components/marketing/newsletter-form.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './newsletter.module.css';
import { readSubscribed, sendNewsletterForm } from './newsletter-action.ts';

/** Loads the page; `sentTo` is the e-mail address that a link was sent to without JavaScript. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = args.context.get(shopContext);
  const [response, sentTo] = await Promise.all([api.getNewsletterWidget(), readSubscribed(args)]);
  const widget = valueOrThrow(response);
  if (!widget.is_active) throw data(null, { status: 404 });
  return { widget, sentTo };
}

export const action = (args: ActionFunctionArgs) => sendNewsletterForm(args);

/**
 * The newsletter page. Without JavaScript the newsletter boxes of other pages link to it
 * (docs/behaviour/marketing.md#newsletter-box).
 */
export default function NewsletterRoute() {
  const { t } = useTranslation('component');
  const { widget, sentTo } = useLoaderData<typeof loader>();
  return (
    <div className={`${layout.wrap} ${styles.page}`}>
      <PageMeta title={widget.title} description={t('newsletter.note')} robots="noindex" />
      <PageHead title={widget.title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <p className={styles.text} dangerouslySetInnerHTML={{ __html: widget.text }} />
      {sentTo === null ? (
        <NewsletterForm widget={widget} source="newsletter" />
      ) : (
        <Notice tone="success" title={t('newsletter.sent_title')} isLive>
          {t('newsletter.sent', { email: sentTo })}
        </Notice>
      )}
    </div>
  );
}
