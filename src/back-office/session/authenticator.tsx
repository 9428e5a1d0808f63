import encodeQR from 'qr';
import { useTranslation } from 'react-i18next';
import styles from './session.module.css';

interface AuthenticatorProps {
  readonly secret: string;
  /** `otpauth:` URI with the secret, for the QR code. */
  readonly uri: string;
}

/** Secret of an authenticator app, as a QR code and as text. */
export function Authenticator({ secret, uri }: AuthenticatorProps) {
  const { t } = useTranslation('backOffice');
  return (
    <div className={styles.factor}>
      <img src={qrAddress(uri)} alt={t('invitation.qr')} />
      <p>
        {t('invitation.factor')} <code>{secret}</code>
      </p>
    </div>
  );
}

function qrAddress(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { border: 2 }))}`;
}
