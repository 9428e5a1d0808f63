import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { Door } from './door.tsx';
import { loginForm } from './login-form.ts';
import { safeDestination } from './safe-destination.ts';

export function LoginPage() {
  const { t } = useTranslation('backOffice');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <Door title={t('login.title')}>
      <RecordForm
        form={loginForm('')}
        onDone={() => void navigate(safeDestination(search.get('to')), { replace: true })}
      />
    </Door>
  );
}
