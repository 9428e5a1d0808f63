import { type MouseEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorPictureEndpoints } from '#api/content/operator-picture-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { FileButton } from '#back-office/kit/files/file-button.tsx';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { type PictureCut, smallestCrop, type UploadedPicture } from '#core/model/picture.ts';
import type { Locale } from '#core/model/values.ts';
import { shownArea } from '#core/rules/catalogue/picture-cut.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './picture-field.module.css';

interface Texts {
  readonly de: string;
  readonly en: string;
}

interface PictureDialogProps {
  /** The uploaded picture to crop again. Null to choose a file. */
  readonly picture: UploadedPicture | null;
  readonly shape: PictureCut['shape'];
  /** Languages of the text alternative. */
  readonly languages: readonly Locale[];
  readonly alt: Texts;
  readonly onClose: () => void;
  readonly onTaken: (name: string, alt: Texts) => void;
}

/**
 * Uploads a picture, or opens an uploaded one, and sets its crop and focus point. Keeps all input when a call fails.
 */
export function PictureDialog(props: PictureDialogProps) {
  const { picture: first, shape, languages, alt, onClose, onTaken } = props;
  const { t } = useTranslation('backOffice');
  const failureText = useFailureText();
  const [picture, setPicture] = useState(first);
  const [cut, setCut] = useState<PictureCut | null>(first && cutOf(first, shape));
  const [texts, setTexts] = useState<Texts>(alt);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function upload(file: File): Promise<void> {
    setFailure('');
    setBusy(true);
    const query = { file_name: file.name, shape };
    const sent = await call(operatorPictureEndpoints.uploadPicture, { query, body: file });
    setBusy(false);
    if (!sent.ok) return setFailure(failureText(sent.error));
    setPicture(sent.value);
    setCut(cutOf(sent.value, shape));
  }

  async function take(): Promise<void> {
    setChecked(true);
    const written = { de: texts.de.trim(), en: texts.en.trim() };
    if (picture === null || cut === null || languages.some((locale) => written[locale] === '')) return;
    if (isSameValue(cutOf(picture, picture.shape), cut)) return onTaken(picture.id, written);
    setFailure('');
    setBusy(true);
    const params = { name: picture.id };
    const made = await call(operatorPictureEndpoints.cutPicture, { params, body: cut });
    setBusy(false);
    if (made.ok) onTaken(made.value.id, written);
    else setFailure(failureText(made.error));
  }

  return (
    <Dialog isOpen onClose={onClose} title={t(`catalogue.picture.${first === null ? 'upload' : 'recut'}`)}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        {first === null && (
          <div className={styles.file}>
            <FileButton
              kind="outline"
              accept=".jpg,.jpeg,.png,.webp,.avif"
              isLoading={isBusy}
              onChoose={(file) => void upload(file)}
            >
              {t('catalogue.picture.choose')}
            </FileButton>
            <p>
              {t(isBusy && picture === null ? 'catalogue.picture.sending' : 'catalogue.picture.fileHint')}
            </p>
          </div>
        )}
        <p className={styles.failure} role="alert">
          {failure}
        </p>
        {picture !== null && cut !== null && (
          <>
            <CutFields picture={picture} cut={cut} onChange={setCut} />
            {languages.map((locale) => (
              <TextField
                key={locale}
                label={`${t('catalogue.picture.alt')} (${t(`languages.${locale}`)})`}
                lang={locale}
                hint={languages.length > 1 ? t('catalogue.picture.altHint') : undefined}
                error={
                  isChecked && texts[locale].trim() === '' ? t('catalogue.picture.altMissing') : undefined
                }
                value={texts[locale]}
                onChange={({ target }) => setTexts({ ...texts, [locale]: target.value })}
              />
            ))}
            <Button type="submit" isLoading={isBusy}>
              {t('catalogue.picture.take')}
            </Button>
          </>
        )}
      </form>
    </Dialog>
  );
}

function cutOf({ crop, focus }: UploadedPicture, shape: PictureCut['shape']): PictureCut {
  return { shape, crop, focus };
}

interface CutFieldsProps {
  readonly picture: UploadedPicture;
  readonly cut: PictureCut;
  readonly onChange: (cut: PictureCut) => void;
}

/** Crop editor: shows the whole picture and the visible part, usable by pointer and keyboard. */
function CutFields({ picture, cut, onChange }: CutFieldsProps) {
  const { t } = useTranslation('backOffice');
  const { crop, focus } = cut;
  const area = shownArea(picture, cut);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const address = `/api/operator/pictures/${picture.id}/whole`;

  function setFocus({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLElement>): void {
    // A click by keyboard has no coordinates; the fields below do the same.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    const share = (from: number, length: number) =>
      Math.max(0, Math.min(1000, Math.round((from / length) * 1000)));
    onChange({
      ...cut,
      focus: { x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) },
    });
  }

  const edge = (name: keyof PictureCut['crop'], value: number, most: number) => (
    <Range
      label={t(`catalogue.picture.${name}`)}
      value={value}
      most={most}
      onChange={(next) =>
        onChange({
          ...cut,
          crop: { ...crop, [name]: name === 'right' || name === 'bottom' ? 1000 - next : next },
        })
      }
    />
  );

  return (
    <>
      <div className={styles.views}>
        <div>
          <button
            type="button"
            className={styles.whole}
            aria-label={t('catalogue.picture.whole')}
            onClick={setFocus}
          >
            <img src={address} alt="" width={picture.width} height={picture.height} />
            <span
              className={styles.area}
              style={{
                left: percent(area.left, picture.width),
                top: percent(area.top, picture.height),
                width: percent(area.width, picture.width),
                height: percent(area.height, picture.height),
              }}
            />
          </button>
          <p>{t('catalogue.picture.whole')}</p>
        </div>
        <div>
          <div className={styles.result} style={{ aspectRatio: `${area.width} / ${area.height}` }}>
            <img
              src={address}
              alt=""
              style={{
                width: percent(picture.width, area.width),
                left: percent(-area.left, area.width),
                top: percent(-area.top, area.height),
              }}
            />
          </div>
          <p>{t('catalogue.picture.result')}</p>
        </div>
      </div>
      <fieldset className={styles.group}>
        <legend>{t('catalogue.picture.crop')}</legend>
        {edge('left', crop.left, crop.right - smallestCrop)}
        {edge('right', 1000 - crop.right, 1000 - crop.left - smallestCrop)}
        {edge('top', crop.top, crop.bottom - smallestCrop)}
        {edge('bottom', 1000 - crop.bottom, 1000 - crop.top - smallestCrop)}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('catalogue.picture.focus')}</legend>
        <Range
          label={t('catalogue.picture.x')}
          value={focus.x}
          most={1000}
          onChange={(x) => onChange({ ...cut, focus: { ...focus, x } })}
        />
        <Range
          label={t('catalogue.picture.y')}
          value={focus.y}
          most={1000}
          onChange={(y) => onChange({ ...cut, focus: { ...focus, y } })}
        />
      </fieldset>
    </>
  );
}

interface RangeProps {
  readonly label: string;
  /** In thousandths, displayed as percent. */
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function Range({ label, value, most, onChange }: RangeProps) {
  const id = useId();
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{Math.round(value / 10)}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={1000}
        step={10}
        value={value}
        onChange={({ target }) => onChange(Math.min(most, Number(target.value)))}
      />
    </div>
  );
}
