import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Media } from '#core/model/learning.ts';
import { chosenOption, type PlayerSettings, playerOptions } from '#core/rules/learning/player-options.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './player-menu.module.css';
import type { Player } from './use-player.ts';
import type { PlayerChoices } from './use-player-settings.ts';

interface PlayerMenuProps {
  readonly player: Player;
  readonly choices: PlayerChoices;
  readonly media: Media;
  readonly onClose: () => void;
}

/** The settings menu over the film (docs/behaviour/learning.md#player-settings). */
export function PlayerMenu({ player, choices, media, onClose }: PlayerMenuProps) {
  const { t } = useTranslation(['base', 'learning']);
  const menu = useRef<HTMLDivElement>(null);
  const number = new Intl.NumberFormat(useLocale());
  const { captions, captionSize, captionColour, quality, choose } = choices;

  useEffect(() => {
    const opener = document.activeElement;
    menu.current?.querySelector('select')?.focus();
    return () => {
      // Restores the focus, unless a click has moved it elsewhere.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  function close(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Escape closes only the menu, not a dialog that contains the film.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onClose();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid over the film
    <div
      ref={menu}
      className={styles.menu}
      role="group"
      aria-label={t('learning:player.settings')}
      onKeyDown={close}
    >
      <Choice
        label={t('lesson.rate')}
        name="rate"
        options={playerOptions.rate}
        value={playerOptions.rate.find((rate) => rate === player.state.rate) ?? 1}
        text={(rate) => `${number.format(rate)}×`}
        onChoose={choose}
      />
      {player.qualities.length > 0 && (
        <Choice
          label={t('learning:player.quality')}
          name="quality"
          options={player.qualities}
          value={player.qualities.includes(quality) ? quality : 'auto'}
          text={(one) =>
            typeof one === 'number'
              ? t('learning:player.lines', { count: one })
              : t(`learning:player.qualities.${one}`)
          }
          onChoose={choose}
        />
      )}
      {media.captions.length > 0 && (
        <>
          <Choice
            label={t('learning:player.caption_language')}
            name="captions"
            value={captions}
            options={['off', ...media.captions.map((track) => track.locale)]}
            text={(one) => t(one === 'off' ? 'lesson.captions_off' : `lesson.language.${one}`)}
            onChoose={choose}
          />
          <Choice
            label={t('learning:player.caption_size')}
            name="captionSize"
            options={playerOptions.captionSize}
            value={captionSize}
            text={(size) => t(`learning:player.size.${size}`)}
            onChoose={choose}
          />
          <Choice
            label={t('learning:player.caption_colour')}
            name="captionColour"
            options={playerOptions.captionColour}
            value={captionColour}
            text={(colour) => t(`learning:player.colour.${colour}`)}
            onChoose={choose}
          />
        </>
      )}
    </div>
  );
}

type Option<Name extends keyof PlayerSettings> = NonNullable<PlayerSettings[Name]>;

interface ChoiceProps<Name extends keyof PlayerSettings> {
  readonly label: string;
  readonly name: Name;
  readonly value: Option<Name>;
  readonly options: readonly Option<Name>[];
  readonly text: (option: Option<Name>) => string;
  readonly onChoose: PlayerChoices['choose'];
}

function Choice<Name extends keyof PlayerSettings>(props: ChoiceProps<Name>) {
  const { label, name, value, options, text, onChoose } = props;
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose({ [name]: chosenOption(name, target.value) })}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {text(option)}
          </option>
        ))}
      </select>
    </div>
  );
}
