import { Menu } from '@base-ui/react/menu';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { chooseLocale } from '#back-office/kit/operator-texts.ts';
import { deleteUnsavedInput } from '#back-office/kit/records/use-unsaved-input.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { ok } from '#core/rules/basics/result.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './shell.module.css';

/** Menu with the operator's name, the language, the sessions and the logout. */
export function OperatorMenu() {
  const { t, i18n } = useTranslation('backOffice');
  const { name, email, shown_email, role } = useOperator();
  const shown = name || (shown_email ?? email);
  const navigate = useNavigate();
  const { run, notice } = useAction();
  const other = i18n.language === 'de' ? 'en' : 'de';

  const logOut = () =>
    run(
      'log out',
      async () => {
        const ended = await call(operatorSessionEndpoints.logOutOperator, {}, { asksForSession: false });
        // The session may already have expired.
        if (!ended.ok && ended.error.code !== 'UNAUTHENTICATED') return ended;
        await navigate('/login');
        // After the navigation, so that the closed screen cannot store its input again.
        deleteUnsavedInput();
        return ok(null);
      },
      () => '',
    );

  return (
    <>
      {notice}
      <Menu.Root>
        <Menu.Trigger className={styles.operator}>
          <span className={styles.initial} aria-hidden="true">
            {shown.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles.who}>
            <span>{shown}</span>
            <small>{t(`roles.${role}`)}</small>
          </span>
          <Icon name="chevron_up" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={styles.positioner} side="top" align="start" sideOffset={8}>
            <Menu.Popup className={styles.menu} data-theme="paper">
              <Menu.Item className={styles.item} render={<Link to="/sessions" />}>
                {t('sessions.title')}
              </Menu.Item>
              <Menu.Item className={styles.item} onClick={() => chooseLocale(other)} lang={other}>
                {t('shell.otherLanguage')}
              </Menu.Item>
              <Menu.Item className={styles.item} onClick={() => void logOut()}>
                {t('session.logOut')}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}
