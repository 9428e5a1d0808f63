import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorPictureEndpoints } from '#api/content/operator-picture-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { type PictureCut, pictureName, type UploadedPicture } from '#core/model/picture.ts';
import type { Locale } from '#core/model/values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Select } from '#ui/components/parts/fields/form-fields.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import type { FieldProps } from './field-props.ts';
import styles from './picture-field.module.css';
import { asFields } from './record-schema.ts';
import { useFieldName } from './use-field-name.ts';

const PictureDialog = lazyPart(() => import('./picture-dialog.tsx'), 'PictureDialog');

interface PictureFieldProps extends FieldProps {
  /** Shape in which the shop shows the picture. */
  readonly shape: PictureCut['shape'];
  /** Languages of the record's text alternatives. */
  readonly languages: readonly Locale[];
  /** The text alternatives of the record. */
  readonly alt: unknown;
  readonly onAlt: (alt: unknown) => void;
}

/** Picture of a record: chosen from the existing ones, or uploaded and cropped. */
export function PictureField({
  name,
  path,
  value,
  isOptional,
  parts,
  shape,
  languages,
  alt,
  onChange,
  onAlt,
}: PictureFieldProps) {
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  const [opened, setOpened] = useState<UploadedPicture | 'new' | null>(null);
  const { run, running, notice } = useAction();
  const picture = String(value ?? '');
  const choices = parts.options[name] ?? [];
  const known = choices.some((choice) => choice.value === picture)
    ? choices
    : [{ value: picture, text: picture }, ...choices];
  const isUploaded = pictureName.safeParse(picture).success;
  const { de = '', en = '' } = asFields(alt) as { readonly de?: string; readonly en?: string };

  const openCut = () =>
    run(
      'cut',
      async () => {
        const read = await call(operatorPictureEndpoints.getOperatorPicture, { params: { name: picture } });
        if (read.ok) setOpened(read.value);
        return read;
      },
      () => '',
    );

  return (
    <div className={styles.field}>
      {picture === '' ? (
        <p className={styles.empty}>{t('catalogue.picture.none')}</p>
      ) : (
        <img
          className={styles.shown}
          data-shape={shape}
          src={`/pictures/${picture}-320.webp`}
          alt={de}
          width={160}
        />
      )}
      <div className={styles.choice}>
        <Select
          id={`field-${path}`}
          label={label(name)}
          isOptional={isOptional}
          error={parts.faultAt(path)}
          value={picture}
          onChange={({ target }) => onChange(target.value)}
        >
          {picture !== '' && <option value="">{t('catalogue.choose')}</option>}
          {known.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text === '' ? t('catalogue.choose') : choice.text}
            </option>
          ))}
        </Select>
        {notice}
        {parts.canChange && (
          <div className={styles.actions}>
            <Button kind="outline" onClick={() => setOpened('new')}>
              {t('catalogue.picture.upload')}
            </Button>
            {isUploaded && (
              <Button kind="outline" isLoading={running === 'cut'} onClick={() => void openCut()}>
                {t('catalogue.picture.recut')}
              </Button>
            )}
          </div>
        )}
      </div>
      <Suspense>
        {opened !== null && (
          <PictureDialog
            picture={opened === 'new' ? null : opened}
            shape={shape}
            languages={languages}
            alt={opened === 'new' ? { de: '', en: '' } : { de, en }}
            onClose={() => setOpened(null)}
            onTaken={(taken, texts) => {
              setOpened(null);
              onChange(taken);
              onAlt(texts);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
