import '#engine/fields/inputs/lists.css'
import { useState } from 'react'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHolds } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { ErrorState, Loading } from '#ui/states.tsx'
import { askExplanation, type Explanation } from './explain.ts'
import { wordsOf, type Line } from './matrix.ts'
import { personResource } from './usePeople.ts'
import css from './permission.module.css'

/** Select for a record of a collection, searched by typing. */
const RecordSelect = ({
  collection,
  label,
  value,
  onChange,
  placeholder,
}: {
  readonly collection: string
  readonly label: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly placeholder?: string
}) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const known = useQuery({
    ...optionsQuery(collection, { ids: value ? [value] : [] }),
    enabled: value !== null,
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...optionsQuery(collection, search ? { search } : {}),
    placeholderData: keepPreviousData,
  })
  const titles = new Map(
    [...(known.data ?? []), ...(found.data ?? [])].map((o) => [o.id, o.title || o.id.slice(-8)]),
  )
  return (
    <Select
      label={label}
      data={[...titles].map(([id, title]) => ({ value: id, label: title }))}
      value={value}
      searchable
      clearable
      filter={({ options }) => options}
      placeholder={placeholder ?? ''}
      nothingFoundMessage={t('permission.nothingFound')}
      onSearchChange={(text) => setTyped(text === titles.get(value ?? '') ? '' : text)}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

const Sign = ({ tone }: { readonly tone: 'yes' | 'no' | 'none' }) => {
  const iconOf = () => {
    if (tone === 'yes') return IconCheck
    if (tone === 'no') return IconX
    return IconMinus
  }
  const Icon = iconOf()
  return (
    <span className={`${css.sign} ${css[tone]}`} aria-hidden>
      <Icon size={14} />
    </span>
  )
}

/** Reasons in the order of evaluation. */
const Reasons = ({ found }: { readonly found: Explanation }) => {
  const { t } = useTranslation()
  const line = (key: string, tone: 'yes' | 'no' | 'none', text: string) => (
    <li key={key}>
      <Sign tone={tone} />
      <span>{text}</span>
    </li>
  )
  return (
    <ul className={css.reasons} aria-label={t('permission.reasons')}>
      {found.standing === 'active'
        ? null
        : line(
            'standing',
            'no',
            t(found.standing === 'waiting' ? 'permission.whyWaiting' : 'permission.whyEnded', {
              name: found.person.name,
            }),
          )}
      {found.roles.length ? null : line('noRoles', 'no', t('permission.whyNoRole'))}
      {found.roles.flatMap((role) => {
        const values = { role: role.name, pattern: role.pattern }
        const effectText = () => {
          if (role.effect === 'allows') return t('permission.whyAllows', values)
          if (role.effect === 'denies') return t('permission.whyDenies', values)
          return t('permission.whySilent', values)
        }
        const text = effectText()
        const toneOfEffect = () => {
          if (role.effect === 'allows') return 'yes'
          if (role.effect === 'denies') return 'no'
          return 'none'
        }
        const tone = toneOfEffect()
        const toneOfRows = () => {
          if (role.rowsMet === false) return 'no'
          if (role.rowsMet) return 'yes'
          return 'none'
        }
        const rowsTextKey = () => {
          if (role.rowsMet === false) return 'permission.whyRowsMissed'
          if (role.rowsMet) return 'permission.whyRowsMet'
          return 'permission.whyRows'
        }
        const rows =
          role.effect === 'allows' && role.rows !== null
            ? [line(`${role.id} rows`, toneOfRows(), t(rowsTextKey(), values))]
            : []
        return [line(role.id, tone, text), ...rows]
      })}
      {found.tenant
        ? [
            found.tenant.entity
              ? null
              : line('tenantEntity', 'no', t('permission.whyTenantEntity')),
            found.tenant.entity && !found.tenant.key
              ? line('tenantKey', 'no', t('permission.whyTenantKey'))
              : null,
            found.tenant.key && found.tenant.row !== null
              ? line(
                  'tenantRow',
                  found.tenant.row ? 'yes' : 'no',
                  t(found.tenant.row ? 'permission.whyTenantRow' : 'permission.whyTenantNotRow'),
                )
              : null,
          ]
        : null}
    </ul>
  )
}

/** Asks the server whether a person has a permission, optionally on one record. */
const useExplanation = (
  person: string | null,
  key: string,
  collection: string | undefined,
  record: string | null,
) => {
  const withRecord = record && collection ? { collection, id: record } : {}
  const { data, error, isFetching } = useQuery({
    queryKey: ['explain', person, key, record],
    enabled: person !== null && key !== '',
    queryFn: ({ signal }) => askExplanation({ user: person ?? '', key, ...withRecord }, signal),
    retry: false,
  })
  return { data, error, isFetching, isSet: person !== null }
}

/** The verdict with its reasons; what is missing until there is one. */
const Answer = ({
  question,
  entity,
  words,
}: {
  readonly question: ReturnType<typeof useExplanation>
  readonly entity: string
  readonly words: ReturnType<typeof wordsOf>
}) => {
  const { t } = useTranslation()
  const { data, error, isSet } = question
  if (!isSet) return <p className={css.note}>{t('permission.explainEmpty')}</p>
  if (error) return <ErrorState error={error} />
  if (!data) return <Loading />
  return (
    <>
      <p className={css.verdict}>
        <Badge tone={data.allowed ? 'success' : 'danger'}>
          {t(data.allowed ? 'permission.allowed' : 'permission.refused')}
        </Badge>{' '}
        <span>
          {t(data.allowed ? 'permission.verdictYes' : 'permission.verdictNo', {
            name: data.person.name,
            right: words.get(data.key)?.label ?? data.key,
            entity,
          })}
        </span>
      </p>
      <Reasons found={data} />
      <p className={css.keyLine}>
        <code>{data.key}</code>
      </p>
    </>
  )
}

/** Explains why a person may or may not do something, optionally on one record. */
export const ExplainDialog = ({
  lines,
  onClose,
}: {
  readonly lines: readonly Line[]
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const can = useHolds()
  const people = personResource().resource
  const words = wordsOf(lines)
  const [person, setPerson] = useState<string | null>(null)
  const [entity, setEntity] = useState(lines[0]?.entity ?? '')
  const line = lines.find((l) => l.entity === entity) ?? lines[0]!
  const [chosen, setChosen] = useState('')
  const key = line.keys.includes(chosen) ? chosen : (line.keys[0] ?? '')
  const [record, setRecord] = useState<string | null>(null)
  const question = useExplanation(person, key, line.resource?.collection, record)
  return (
    <Dialog title={t('permission.explainTitle')} wide onClose={onClose}>
      <p className={css.note}>{t('permission.explainText')}</p>
      <div className={css.ask}>
        <RecordSelect
          collection={people.collection}
          label={t('permission.person')}
          value={person}
          onChange={setPerson}
          placeholder={t('permission.choosePerson')}
        />
        <SelectField
          label={t('permission.entity')}
          value={entity}
          onChange={(e) => {
            setEntity(e.currentTarget.value)
            setRecord(null)
          }}
          data={lines.map((l) => ({ value: l.entity, label: l.label }))}
        />
        <SelectField
          label={t('permission.right')}
          value={key}
          onChange={(e) => setChosen(e.currentTarget.value)}
          data={line.keys.map((k) => ({ value: k, label: words.get(k)?.label ?? k }))}
        />
        {line.resource && can(`${line.entity}.list`) ? (
          <RecordSelect
            key={entity}
            collection={line.resource.collection}
            label={t('permission.record', { one: inSentence(line.resource.label.one) })}
            value={record}
            onChange={setRecord}
            placeholder={t('permission.anyRecord')}
          />
        ) : null}
      </div>
      <div className={css.answer} aria-live="polite" aria-busy={question.isFetching}>
        <Answer question={question} entity={line.label} words={words} />
      </div>
    </Dialog>
  )
}
