import { own as lookUp } from '#schemas/define/own.ts'
import { useState } from 'react'
import { Select } from '@mantine/core'
import { Button } from '#ui/Button.tsx'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { settled } from '#model/shown.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { useHolds } from '#data/me.ts'
import type { Included } from '#data/types.ts'
import { FieldValue } from '#engine/fields/FieldValue.tsx'
import { ResourceLink } from '#engine/links.tsx'
import { useTimeZone } from '#engine/person.ts'
import { useModel } from '#engine/resource.ts'
import { label, useTranslation, type TextKey } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { auditLog, exportAuditLog, type LogEntry } from './api.ts'
import { DayFilters, midnight, PersonFilter } from './logFilters.tsx'
import { LogCard } from './LogCard.tsx'
import difference from '#ui/difference.module.css'
import css from './settings.module.css'

const actionTexts: Readonly<Record<string, TextKey>> = {
  create: 'detail.actionCreate',
  update: 'detail.actionUpdate',
  delete: 'detail.actionDelete',
  restore: 'detail.actionRestore',
  import: 'detail.actionImport',
  'import.history': 'detail.actionImportHistory',
  transition: 'detail.actionTransition',
  purge: 'detail.actionPurge',
  'sign-in': 'settings.eventSignIn',
  'sign-in-failed': 'settings.eventSignInFailed',
  scrub: 'settings.removals',
}

/** Channels of what happens without a person. */
const automatic: ReadonlySet<string> = new Set(['system', 'job'])

/** Audit subjects that are not entities of the schemas. */
const undeclared: Readonly<Record<string, TextKey>> = {
  organisation: 'settings.organisation',
  account: 'settings.accounts',
  audit: 'settings.audit',
  'saved-view': 'list.sharedView',
}

/** Facts of entries that no schema names. */
const facts: Readonly<Record<string, TextKey>> = {
  address: 'settings.address',
  client: 'settings.client',
}

/** Changed values by field; unknown fields are shown raw. */
const Changes = ({
  entry,
  resource,
  included,
}: {
  readonly entry: LogEntry
  readonly resource: ResourceModel | undefined
  readonly included: Included
}) => {
  const { t } = useTranslation()
  const value = (name: string, v: Json) => {
    const field = resource && fieldOf(resource, name)
    return field ? (
      <FieldValue field={settled(field)} value={v} included={included} />
    ) : (
      <code>{typeof v === 'string' ? v : JSON.stringify(v)}</code>
    )
  }
  const nameOf = (name: string) => {
    const fact = resource ? undefined : lookUp(facts, name)
    return fact ? t(fact) : label((resource && fieldOf(resource, name)?.label) ?? name)
  }
  return (
    <dl className={css.patch}>
      {Object.entries(entry.patch)
        .filter(([name]) => name !== 'deletedAt')
        .map(([name, [before, after]]) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>
              {before === null ? null : (
                <>
                  <span className={difference.before}>{value(name, before)}</span>{' '}
                  <span className={difference.arrow} aria-hidden>
                    →
                  </span>{' '}
                </>
              )}
              {value(name, after)}
            </dd>
          </div>
        ))}
    </dl>
  )
}

const Entry = ({ entry, included }: { readonly entry: LogEntry; readonly included: Included }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const [open, setOpen] = useState(false)
  const resource = useModel().resources.find((r) => r.entity === entry.entity)
  const Icon = iconOf(resource?.nav.icon ?? 'settings')
  const own = resource?.actions.find((a) => a.name === entry.action)
  const action = own
    ? label(own.label)
    : t(lookUp(actionTexts, entry.action.split(':')[0] ?? '') ?? 'detail.actionUpdate')
  const one = resource
    ? label(resource.label.one)
    : t(lookUp(undeclared, entry.entity) ?? 'settings.organisation')
  const title = entry.record.title || entry.record.id.slice(-8)
  const changed = Object.keys(entry.patch).filter((name) => name !== 'deletedAt').length
  return (
    <li className={css.entry}>
      <span className={css.entryIcon} aria-hidden>
        <Icon size={16} stroke={1.5} />
      </span>
      <div className={css.entryText}>
        <div>
          <strong>{action}</strong> <span className={css.quiet}>{one}</span>
          {resource ? (
            <>
              {' '}
              {resource.path && entry.record.title !== null ? (
                <ResourceLink resource={resource} target={{ page: 'detail', id: entry.record.id }}>
                  {title}
                </ResourceLink>
              ) : (
                <bdi className={css.quiet}>{title}</bdi>
              )}
            </>
          ) : null}
        </div>
        <div className={css.who}>
          {[
            entry.actor.name ??
              t(automatic.has(entry.channel) ? 'detail.system' : 'detail.someone'),
            entry.reason ? t('detail.reason', { reason: entry.reason }) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {changed ? (
          <button
            type="button"
            className={css.more}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('settings.changedFields', { count: changed })}{' '}
            <IconChevronDown size={14} aria-hidden />
          </button>
        ) : null}
        {open ? <Changes entry={entry} resource={resource} included={included} /> : null}
      </div>
      <time className={css.when} dateTime={entry.at} title={format.ago(entry.at)}>
        {format.instant(entry.at)}
      </time>
    </li>
  )
}

/** Audit log, newest first. */
export const AuditLog = () => {
  const { t } = useTranslation()
  const can = useHolds()
  const { resources } = useModel()
  const person = resources.find((r) => r.person)
  const [who, setWho] = useState<string | null>(null)
  const [entity, setEntity] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const asked = {
    person: who ?? undefined,
    entity: entity ?? undefined,
    from: midnight(from),
    to: midnight(to, 1),
  }
  const query = useInfiniteQuery({
    queryKey: ['audit', asked],
    queryFn: ({ signal, pageParam }) =>
      auditLog({ ...asked, before: pageParam || undefined }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const download = useMutation({ mutationFn: () => exportAuditLog(asked) })
  const entities = [
    ...resources
      .filter((r) => can(`${r.entity}.read`) || can(`${r.entity}.list`))
      .map((r) => ({ value: r.entity, label: label(r.label.many) })),
    { value: 'organisation', label: t('settings.organisation') },
    { value: 'saved-view', label: t('list.sharedViews') },
    { value: 'account', label: t('settings.accounts') },
    { value: 'audit', label: t('settings.removals') },
  ]
  return (
    <LogCard
      title={t('settings.audit')}
      text={t('settings.auditText')}
      filters={
        <>
          {person && can(`${person.entity}.list`) ? (
            <PersonFilter value={who} onChange={setWho} />
          ) : null}
          <Select
            label={t('settings.about')}
            data={entities}
            value={entity}
            searchable
            clearable
            placeholder={t('settings.anything')}
            nothingFoundMessage={t('settings.nothingFound')}
            onChange={setEntity}
          />
          <DayFilters from={from} to={to} onFrom={setFrom} onTo={setTo} />
        </>
      }
      query={query}
      entriesOf={(page) => page.data.map((entry) => ({ entry, included: page.included }))}
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
      {({ entry, included }) => <Entry key={entry.id} entry={entry} included={included} />}
    </LogCard>
  )
}
