import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { RunningSession } from '#core/model/user.ts';
import type { Page } from '#core/model/values.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { Badge } from '#ui/components/parts/badge.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { ListFailed } from '#ui/components/parts/list-failed.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { clockText } from '#ui/i18n/clock-text.ts';
import styles from './profile.module.css';
import type { SavedForm } from './profile-action.ts';
import { ProfileSection } from './profile-section.tsx';

/** Number of sessions shown before "show all". */
const shownAtFirst = 4;

interface SessionListProps {
  readonly sessions: Page<RunningSession> | null;
  /** Result of a form that was saved without JavaScript. */
  readonly saved: SavedForm | null;
}

/** The learner's sessions. Other sessions can be ended one by one or all at once. */
export function SessionList({ sessions, saved }: SessionListProps) {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { revalidate } = useRevalidator();
  const { isBusy, error, done, change } = useOutcome();
  const list = useRef<HTMLUListElement>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const posted = usePostedForm('end_session', 'end_others');
  const refusal = useRefusal(posted, {});
  const savedText =
    saved?.form === 'end_session'
      ? t('data.sessions.ended')
      : saved?.form === 'end_others'
        ? t('data.sessions.others_ended')
        : null;

  async function end(what: string, work: () => ApiResult<null>, words: string): Promise<void> {
    if (isBusy) return;
    setEnding(what);
    await change(async () => {
      const response = await work();
      // The button is removed with its session.
      if (response.ok) list.current?.focus();
      // The list is also reloaded when the session had already ended.
      await revalidate();
      return response;
    }, words);
    setEnding(null);
  }

  return (
    <ProfileSection title={t('data.sessions.title')} note={t('data.sessions.note')}>
      {sessions === null ? (
        <ListFailed />
      ) : (
        <>
          <List ref={list} tabIndex={-1} className={styles.rows}>
            {currentFirst(sessions.items)
              .slice(0, showsAll ? undefined : shownAtFirst)
              .map((session) => (
                <Device
                  key={session.id}
                  session={session}
                  isEnding={ending === session.id}
                  onEnd={() =>
                    end(session.id, () => actions.endOwnSession(session.id), t('data.sessions.ended'))
                  }
                />
              ))}
          </List>
          {!showsAll && sessions.items.length > shownAtFirst && (
            <Button
              kind="text"
              onClick={() => {
                setShowsAll(true);
                list.current?.focus();
              }}
            >
              {t('data.sessions.more', { count: sessions.items.length })}
            </Button>
          )}
          <Outcome error={error ?? refusal?.text} done={done ?? savedText} />
          {sessions.total > 1 ? (
            <PostForm
              onSubmit={(event) => {
                event.preventDefault();
                void end('others', actions.endOtherSessions, t('data.sessions.others_ended'));
              }}
            >
              <SubmitButton form="end_others" kind="outline" isLoading={ending === 'others'}>
                {t('data.sessions.end_others')}
              </SubmitButton>
            </PostForm>
          ) : (
            <p className={styles.quiet}>{t('data.sessions.only')}</p>
          )}
        </>
      )}
    </ProfileSection>
  );
}

function currentFirst(sessions: readonly RunningSession[]): readonly RunningSession[] {
  return sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
}

interface DeviceProps {
  readonly session: RunningSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function Device({ session, isEnding, onEnd }: DeviceProps) {
  const { t } = useTranslation('myProfile');
  const minuteText = useMinuteText();
  const device = session.device === '' ? t('data.sessions.unknown') : session.device;
  const used = minuteText(session.last_used_at);
  return (
    <li className={styles.row}>
      <div>
        <p>{device}</p>
        <p className={styles.quiet}>
          <time dateTime={session.last_used_at}>{t('data.sessions.last_used', used)}</time>
        </p>
      </div>
      {session.is_current ? (
        <Badge tone="gold">{t('data.sessions.current')}</Badge>
      ) : (
        <PostForm
          onSubmit={(event) => {
            event.preventDefault();
            onEnd();
          }}
        >
          <input type="hidden" name="session" value={session.id} />
          <SubmitButton
            form="end_session"
            kind="text"
            isLoading={isEnding}
            aria-label={t('data.sessions.end_named', { device, ...used })}
          >
            {t('data.sessions.end')}
          </SubmitButton>
        </PostForm>
      )}
    </li>
  );
}

/** Returns a function that formats day and time (ISO 8601) in the shop's time zone, equally on server and browser. */
function useMinuteText(): (moment: string) => { readonly day: string; readonly time: string } {
  const dateOf = useDateOfText();
  return (moment) => ({ day: dateOf(moment), time: clockText(moment) });
}
