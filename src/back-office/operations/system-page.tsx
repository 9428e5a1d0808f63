import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { systemEndpoints } from '#api/operations/system-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { Entries, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import styles from './administration.module.css';

type System = EndpointValue<typeof systemEndpoints.getSystem>;

export async function systemLoader(): Promise<System> {
  return unwrapOrThrow(await call(systemEndpoints.getSystem));
}

/** State of the system: jobs, backups, current settings, modules. */
export function SystemPage() {
  const { t } = useTranslation('backOffice');
  const system = useLoaderData<System>();
  const nameOf = useNames();
  return (
    <RecordPage
      title={t('places.system')}
      tags={<Tag tone="quiet">{t(`system.modes.${system.mode}`)}</Tag>}
      main={[
        { title: 'system.jobs', content: <Jobs jobs={system.jobs} /> },
        { title: 'system.backups', content: <Backups backups={system.backups} /> },
      ]}
      side={[
        { title: 'system.settings', content: <Settings settings={system.settings} /> },
        {
          title: 'system.modules',
          content: (
            <Entries
              entries={system.modules.map(({ kind, name }) => ({
                key: `${kind} ${name}`,
                title: nameOf('module', kind),
                end: <code className={styles.id}>{name}</code>,
              }))}
            />
          ),
        },
      ]}
    />
  );
}

const tones: Readonly<Record<System['jobs'][number]['state'], Tone>> = {
  running: 'good',
  late: 'bad',
  failing: 'bad',
  never: 'quiet',
};

function Jobs({ jobs }: Pick<System, 'jobs'>) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const nameOf = useNames();
  return (
    <>
      <p className={styles.intro}>{t('system.jobsText')}</p>
      <Entries
        entries={jobs.map(({ name, state, finished_at, failed_at, failure, failures }) => ({
          key: name,
          title: nameOf('job', name),
          detail: [
            ...(finished_at === null ? [] : [t('system.finished', { at: moment(finished_at) })]),
            ...(failed_at === null ? [] : [t('system.failed', { at: moment(failed_at), fault: failure })]),
          ].join(' · '),
          end: (
            <Tag tone={tones[state]}>
              {state === 'failing' ? t('system.failing', { count: failures }) : t(`system.states.${state}`)}
            </Tag>
          ),
        }))}
      />
    </>
  );
}

function Backups({ backups }: Pick<System, 'backups'>) {
  const { t } = useTranslation('backOffice');
  const { moment, ago, number } = useFormats();
  const [newest] = backups;
  return (
    <>
      <p className={styles.intro}>
        {newest === undefined ? t('system.noBackup') : t('system.backupAge', { ago: ago(newest.made_at) })}
      </p>
      <Entries
        entries={backups.map(({ made_at, folder, rows }) => ({
          key: made_at,
          title: moment(made_at),
          detail: folder,
          end: t('system.rows', { count: rows, rows: number(rows) }),
        }))}
      />
    </>
  );
}

function Settings({ settings }: Pick<System, 'settings'>) {
  const { t } = useTranslation('backOffice');
  return settings.length === 0 ? (
    <p>{t('system.noSettings')}</p>
  ) : (
    <Entries
      entries={settings.map(({ name, value }) => ({
        key: name,
        title: <code className={styles.id}>{name}</code>,
        detail: value ?? t('system.secret'),
      }))}
    />
  );
}
