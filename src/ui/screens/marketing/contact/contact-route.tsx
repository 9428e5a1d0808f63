import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import styles from '#ui/components/marketing/contact.module.css';
import { type AskedQuestion, ContactForm } from '#ui/components/marketing/contact-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShop, useShopName } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import { readSentContact, sendContactForm } from './contact-action.ts';
import { HelpTopics } from './help-topics.tsx';

export const action = (args: ActionFunctionArgs) => sendContactForm(args);

/** Returns the e-mail address of a visitor whose message was sent without JavaScript; null otherwise. */
export const loader = (args: LoaderFunctionArgs) => readSentContact(args);

export const clientLoader = () => null;

/** The contact form, with links to pages that answer common questions. */
export default function ContactRoute() {
  const { t } = useTranslation(['base', 'menu']);
  const sentBy = useLoaderData<typeof loader>();
  const [asked, setAsked] = useState<AskedQuestion | null>(null);
  const hours = useShop().initialState.facts?.support_hours ?? '';
  return (
    <>
      <PageMeta title={t('contact.title')} description={t('contact.description', { shop: useShopName() })} />
      <div className={layout.wrap}>
        <PageHead title={t('contact.title')} lead={t('contact.lead')} />
        <div className={styles.page}>
          <div>
            <HelpTopics onAsk={setAsked} />
            <ContactForm key={sentBy} sentBy={sentBy} asked={asked} />
          </div>
          <aside className={styles.aside} aria-label={t('contact.quicker')}>
            {hours !== '' && (
              <>
                <h2>{t('contact.hours_title')}</h2>
                <p>{t('contact.hours', { hours })}</p>
              </>
            )}
            <h2>{t('contact.quicker')}</h2>
            <p>
              <ShopLink to="/faqs">{t('menu:link.faqs')}</ShopLink>
            </p>
            <p>
              <ShopLink to="/bestellung">{t('contact.order_lookup')}</ShopLink>
            </p>
            <p>
              <ShopLink to="/widerrufsbelehrung">{t('menu:link.withdrawal')}</ShopLink>
            </p>
            <p>
              <ShopLink to="/impressum">{t('menu:link.imprint')}</ShopLink>
            </p>
          </aside>
        </div>
      </div>
    </>
  );
}
