import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { RecordForm } from '#back-office/kit/form-dialog.tsx';
import { loginForm } from './login-form.ts';
import { LoginLayout } from './login-layout.tsx';
import { safeDestination } from './safe-destination.ts';

export function LoginPage() {
  const { t } = useTranslation('backOffice');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <LoginLayout title={t('login.title')}>
      <RecordForm
        form={loginForm('')}
        onDone={() => void navigate(safeDestination(search.get('to')), { replace: true })}
      />
    </LoginLayout>
  );
}
