import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { correspondenceEndpoints } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { useAction } from '#back-office/kit/use-action.tsx';

/** Sends a webhook event again; returns the action with its state and notice. */
export function useResendEvent() {
  const { t } = useTranslation('backOffice');
  const { revalidate } = useRevalidator();
  const action = useAction();
  return {
    ...action,
    sendAgain: (id: string) =>
      action.run(
        id,
        () => call(correspondenceEndpoints.sendEventAgain, { params: { id } }),
        () => {
          void revalidate();
          return t('events.sent');
        },
      ),
  };
}
