import { useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconMoon, IconSun } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { useDensity } from '#engine/person.ts'
import { languages, setLanguage, useTranslation } from '#ui/i18n.ts'
import { useLanguages } from '#ui/useLanguages.ts'
import { setMode } from '#ui/themeMode.ts'
import { toast } from '#ui/toast.ts'
import { saveMe } from './api.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

const densities = ['comfortable', 'compact'] as const

/** Light or dark, on this device. */
const Theme = () => {
  const { t } = useTranslation()
  const { colorScheme } = useMantineColorScheme()
  return (
    <Card title={t('settings.theme')} text={t('settings.themeText')}>
      <div role="radiogroup" aria-label={t('settings.theme')} className={css.themes}>
        {(['light', 'dark'] as const).map((mode) => (
          <label key={mode} className={css.theme} data-mode={mode}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={colorScheme === mode}
              onChange={() => setMode(mode)}
            />
            <span className={css.preview} aria-hidden>
              <span />
              <span />
              <span />
            </span>
            <span className={css.themeName}>
              {mode === 'light' ? (
                <IconSun size={16} stroke={1.5} aria-hidden />
              ) : (
                <IconMoon size={16} stroke={1.5} aria-hidden />
              )}
              {t(mode === 'light' ? 'settings.light' : 'settings.dark')}
              <IconCheck size={16} aria-hidden className={css.tick} />
            </span>
          </label>
        ))}
      </div>
    </Card>
  )
}

/** Theme on this device; density and language on all devices of the person. */
export const Appearance = () => {
  const { t } = useTranslation()
  const { language, languages: choices } = useLanguages()
  const me = useMe()
  const client = useQueryClient()
  const [density, setDensity] = useDensity()
  const showFailure = (saving: Promise<unknown>) =>
    void saving.catch((failed: unknown) => {
      toast.error(failed instanceof Error ? failed.message : t('common.somethingWrong'))
      void client.invalidateQueries({ queryKey: keys.me })
    })
  const chooseLanguage = (value: string) => {
    const next = languages.find((l) => l === value)
    if (!next) return
    showFailure(
      Promise.all([setLanguage(next), me.person ? saveMe({ locale: next }) : undefined]).then(() =>
        client.invalidateQueries({ queryKey: keys.me }),
      ),
    )
  }
  return (
    <>
      <Theme />
      <Card title={t('settings.density')} text={t('settings.densityText')}>
        <div role="radiogroup" aria-label={t('settings.density')} className={css.choices}>
          {densities.map((value) => (
            <label key={value} className={css.choice}>
              <input
                type="radio"
                name="density"
                checked={density === value}
                onChange={() => setDensity(() => value)}
              />
              <span>{t(value === 'compact' ? 'list.compact' : 'list.comfortable')}</span>
            </label>
          ))}
        </div>
      </Card>
      <Card title={t('settings.language')} text={t('settings.languageText')}>
        <div role="radiogroup" aria-label={t('settings.language')} className={css.choices}>
          {choices.map((choice) => (
            <label key={choice.value} className={css.choice}>
              <input
                type="radio"
                name="language"
                checked={language === choice.value}
                onChange={() => chooseLanguage(choice.value)}
              />
              <span lang={choice.value}>{choice.label}</span>
            </label>
          ))}
        </div>
      </Card>
      <Card title={t('settings.motion')} text={t('settings.motionText')} />
    </>
  )
}
