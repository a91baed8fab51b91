import { useState } from 'react'
import { Select } from '@mantine/core'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconDownload,
  IconShieldCheck,
} from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { own as lookUp } from '#schemas/define/own.ts'
import { useHolds } from '#data/me.ts'
import { useTimeZone } from '#engine/person.ts'
import { useModel } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { exportSecurityLog, securityLog, type SecurityLogEntry } from './api.ts'
import { deviceName } from './deviceName.ts'
import { DayFilters, midnight, PersonFilter } from './logFilters.tsx'
import { alarming, securityKindTexts } from './securityKinds.ts'
import { LogCard } from './LogCard.tsx'
import css from './settings.module.css'

/** All remaining facts of an event, by name. */
const Details = ({ entry }: { readonly entry: SecurityLogEntry }) => {
  const { t } = useTranslation()
  const facts: readonly (readonly [string, string | null])[] = [
    [t('settings.email'), entry.email],
    [t('settings.address'), entry.address],
    [t('settings.eventClient'), entry.client],
    [t('settings.eventRequest'), entry.requestId],
    ...Object.entries(entry.detail).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ]
  return (
    <dl className={css.patch}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}

const Entry = ({ entry }: { readonly entry: SecurityLogEntry }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const [open, setOpen] = useState(false)
  const text = lookUp(securityKindTexts, entry.kind)
  const Icon = alarming.has(entry.kind) ? IconAlertTriangle : IconShieldCheck
  const who = entry.person.name ?? entry.email ?? t('settings.eventNobody')
  return (
    <li className={css.entry}>
      <span className={css.entryIcon} data-alarming={alarming.has(entry.kind)} aria-hidden>
        <Icon size={16} stroke={1.5} />
      </span>
      <div className={css.entryText}>
        <div>
          <strong>{text ? t(text) : entry.kind}</strong>
          {entry.subject.name ? (
            <>
              {' '}
              <bdi className={css.quiet}>{entry.subject.name}</bdi>
            </>
          ) : null}
        </div>
        <div className={css.who}>
          {[who, entry.address, deviceName(entry.client)].filter(Boolean).join(' · ')}
        </div>
        {entry.times > 1 ? (
          <div className={css.who}>
            {t('settings.eventTimes', {
              times: format.number(entry.times),
              when: format.instant(entry.lastAt),
            })}
          </div>
        ) : null}
        <button
          type="button"
          className={css.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('settings.eventDetails')} <IconChevronDown size={14} aria-hidden />
        </button>
        {open ? <Details entry={entry} /> : null}
      </div>
      <time className={css.when} dateTime={entry.at} title={format.ago(entry.at)}>
        {format.instant(entry.at)}
      </time>
    </li>
  )
}

/** Security log, newest first: sign-ins, refusals, permission changes and exports. */
export const SecurityLog = () => {
  const { t } = useTranslation()
  const can = useHolds()
  const person = useModel().resources.find((r) => r.person)
  const [kind, setKind] = useState<string | null>(null)
  const [who, setWho] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [address] = useDebouncedValue(typed.trim(), 300)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const asked = {
    kind: kind ?? undefined,
    person: who ?? undefined,
    address: address || undefined,
    from: midnight(from),
    to: midnight(to, 1),
  }
  const query = useInfiniteQuery({
    queryKey: ['security-events', asked],
    queryFn: ({ signal, pageParam }) =>
      securityLog({ ...asked, before: pageParam || undefined }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const download = useMutation({ mutationFn: () => exportSecurityLog(asked) })
  return (
    <LogCard
      title={t('settings.securityLog')}
      text={t('settings.securityLogText')}
      filters={
        <>
          <Select
            label={t('settings.eventKind')}
            data={Object.entries(securityKindTexts).map(([value, text]) => ({
              value,
              label: t(text),
            }))}
            value={kind}
            searchable
            clearable
            placeholder={t('settings.anyEvent')}
            nothingFoundMessage={t('settings.nothingFound')}
            onChange={setKind}
          />
          {person && can(`${person.entity}.list`) ? (
            <PersonFilter value={who} onChange={setWho} />
          ) : null}
          <TextInput
            label={t('settings.address')}
            placeholder={t('settings.anyAddress')}
            value={typed}
            maxLength={64}
            onChange={(e) => setTyped(e.currentTarget.value)}
          />
          <DayFilters from={from} to={to} onFrom={setFrom} onTo={setTo} />
        </>
      }
      query={query}
      entriesOf={(page) => page.data}
      empty={{ title: t('settings.noEntries'), text: t('settings.noEntriesText') }}
      buttons={
        <>
          {download.error ? <ErrorState error={download.error} /> : null}
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            <IconDownload size={16} aria-hidden />
            {t('settings.exportCsv')}
          </Button>
        </>
      }
    >
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </LogCard>
  )
}
