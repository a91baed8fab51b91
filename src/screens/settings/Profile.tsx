import '#engine/fields/inputs/lists.css'
import { useState, type FormEvent } from 'react'
import { Select } from '@mantine/core'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { keepPreference } from '#data/preferences.ts'
import { languages, setLanguage as speak, useTranslation, type Language } from '#ui/i18n.ts'
import { saveMe } from './api.ts'
import { languageChoices, useZones } from './lists.ts'
import { Card, Failure, useSubmission } from './Card.tsx'
import { savedToast } from './savedToast.ts'
import css from './settings.module.css'

const languageOf = (locale: string | null | undefined): Language =>
  languages.find((l) => locale?.toLowerCase().split('-')[0] === l) ?? languages[0]

/** A time zone of the list, or the one of the device. */
const TimeZoneSelect = ({
  value,
  onChange,
}: {
  /** Empty for the zone of the device. */
  readonly value: string
  readonly onChange: (zone: string) => void
}) => {
  const { t } = useTranslation()
  const zones = useZones()
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Select
      label={t('settings.timeZone')}
      data={[
        { value: '', label: t('settings.deviceZone', { zone: device.replace(/_/g, ' ') }) },
        ...zones,
      ]}
      value={value}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage={t('settings.nothingFound')}
      onChange={(zone) => onChange(zone ?? '')}
      description={t('settings.timeZoneText')}
    />
  )
}

/** What the form holds; an empty zone is that of the device. */
interface Profile {
  readonly name: string
  readonly phone: string
  readonly language: Language
  readonly zone: string
}

/** Name, phone, language and time zone of the signed-in user. */
export const Profile = () => {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const client = useQueryClient()
  const submission = useSubmission()
  const saved: Profile = {
    name: me.person?.name ?? me.account.name,
    phone: me.person?.phone ?? '',
    language: languageOf(me.person?.locale ?? i18n.language),
    zone: typeof me.preferences.timeZone === 'string' ? me.preferences.timeZone : '',
  }
  const [draft, setDraft] = useState(saved)
  const change = (part: Partial<Profile>) => setDraft((old) => ({ ...old, ...part }))
  const put = async ({ name, phone, language, zone }: Profile, locale?: string) => {
    await saveMe({ name, phone: phone.trim() || null, ...(locale ? { locale } : {}) })
    await keepPreference('timeZone', zone || null)
    await client.invalidateQueries({ queryKey: keys.me })
    await speak(language)
  }
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const { locale } = me.person ?? {}
    const isSame = locale && languageOf(locale) === draft.language
    if (!(await submission.run(() => put(draft, isSame ? undefined : draft.language)))) return
    savedToast(t('settings.profileSaved'), async () => {
      await put(saved, locale ?? saved.language)
      setDraft(saved)
    })
  }
  return (
    <Card
      title={t('settings.profile')}
      text={t('settings.profileText')}
      onSubmit={(e) => void save(e)}
      foot={
        <Button type="submit" loading={submission.busy}>
          {t('common.save')}
        </Button>
      }
    >
      <Failure>{submission.error}</Failure>
      <div className={css.grid}>
        <TextInput
          label={t('settings.name')}
          value={draft.name}
          error={submission.fields.name}
          maxLength={160}
          autoComplete="name"
          onChange={(e) => change({ name: e.currentTarget.value })}
        />
        <TextInput
          label={t('settings.email')}
          value={me.account.email ?? ''}
          readOnly
          description={t('settings.emailText')}
        />
        <TextInput
          label={t('settings.phone')}
          value={draft.phone}
          error={submission.fields.phone}
          maxLength={40}
          type="tel"
          autoComplete="tel"
          onChange={(e) => change({ phone: e.currentTarget.value })}
        />
        <Select
          label={t('settings.language')}
          data={languageChoices()}
          value={draft.language}
          allowDeselect={false}
          onChange={(value) => change({ language: languageOf(value) })}
        />
        <TimeZoneSelect value={draft.zone} onChange={(zone) => change({ zone })} />
      </div>
    </Card>
  )
}
