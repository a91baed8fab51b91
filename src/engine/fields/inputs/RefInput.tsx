import { Select } from '@mantine/core'
import { Spinner } from '#ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { words } from '#schemas/define/words.ts'
import { useHolds, useMe } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import type { ResourceModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { RelatedContext } from '../../form/createRelated.ts'
import { modelOf } from '../../resource.ts'
import { NothingFound, option, useChoices, type Choice } from './choicesOf.tsx'
import { recentChoices, rememberChoice } from './recent.ts'
import { common, type InputProps } from './types.ts'
import { useListOpening } from './useListOpening.ts'

// No ids: a record's is a UUID.
const CREATE = '+'
const NOTHING = '-'

/** The last chosen records, which come first while nothing is typed. */
const useRecent = (collection: string, asked: boolean): readonly Choice[] => {
  const { account } = useMe()
  const may = useHolds()(`${modelOf(collection)?.entity ?? ''}.list`)
  const ids = asked && may ? recentChoices(account.id, collection) : []
  const { data = [] } = useQuery({
    ...optionsQuery(collection, { ids }),
    enabled: ids.length > 0,
  })
  return ids.flatMap((id) =>
    data
      .filter((o) => o.id === id)
      .map((o) => ({ value: o.id, label: o.title, subtitle: o.subtitle })),
  )
}

/** Empties a picker when the record it depends on becomes another while its own value stays. */
const useDependence = (
  parent: string | undefined,
  value: string | null,
  onChange: (value: null) => void,
) => {
  const before = useRef({ parent, value })
  const follow = useEffectEvent(() => {
    const { parent: old, value: had } = before.current
    if (old !== undefined && parent !== old && value !== null && value === had) onChange(null)
    before.current = { parent, value }
  })
  useEffect(() => follow(), [parent, value])
}

/** The entity of which a record can be created from here, and how; undefined if none. */
const useCreatable = (collection: string, waits: boolean) => {
  const create = use(RelatedContext)
  const target = modelOf(collection)
  const may = useHolds()(`${target?.entity ?? ''}.create`)
  return create && may && target?.createPath && !waits ? { create, target } : undefined
}

/** Returns a function that takes the only match as soon as the search has settled. */
const useOnlyMatch = (
  found: readonly Choice[],
  settled: boolean,
  take: (id: string) => void,
): ((takes: boolean) => void) => {
  const [takes, setTakes] = useState(false)
  const takeOnly = useEffectEvent(() => {
    setTakes(false)
    const [only] = found
    if (only && found.length === 1) take(only.value)
  })
  useEffect(() => {
    if (takes && settled) takeOnly()
  }, [takes, settled])
  return setTakes
}

interface Offered {
  readonly recent: readonly Choice[]
  readonly found: readonly Choice[]
  /** The entity of which a record can be created from here. */
  readonly creates: ResourceModel | undefined
  readonly busy: boolean
  readonly failed: boolean
}

/** The offered records: recent ones first, creating one last. */
const useGroups = ({ recent, found, creates, busy, failed }: Offered) => {
  const { t } = useTranslation()
  const others = recent.length
    ? found.filter((c) => !recent.some((r) => r.value === c.value))
    : found
  const added = creates
    ? [{ value: CREATE, label: t('form.addTitle', { what: inSentence(creates.label.one) }) }]
    : []
  const none =
    added.length && !others.length && !recent.length && !failed
      ? [
          {
            value: NOTHING,
            label: t(busy ? 'common.loading' : 'form.nothingFound'),
            disabled: true,
          },
        ]
      : []
  const items = [...others, ...none, ...added]
  return recent.length
    ? [
        { group: t('form.recent'), items: [...recent] },
        { group: t('form.others'), items },
      ]
    : items
}

/**
 * Search select for one record of another collection. The last choices come first, Enter takes the
 * only match, and people who may can create a record from here.
 */
export const RefInput = (props: InputProps<string>) => {
  const { field, value, onChange } = props
  const { t } = useTranslation()
  const { account } = useMe()
  const collection = field.ref ?? ''
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const { opening } = useListOpening()
  const { data, busy, failed, waits, settled, parent } = useChoices(
    field,
    value ? [value] : [],
    typed,
  )
  const recent = useRecent(collection, opened && !typed && !field.dependsOn)
  const related = useCreatable(collection, waits)
  const chosen = data.find((c) => c.value === value)
  useDependence(parent, value, onChange)

  const take = (id: string | null) => {
    setTakes(false)
    if (id === CREATE) {
      setOpened(false)
      related?.create(related.target, typed, take)
    } else if (id !== NOTHING) {
      if (id) rememberChoice(account.id, collection, id)
      onChange(id)
    }
  }
  const setTakes = useOnlyMatch(
    data.filter((c) => c.value !== value || c.label.includes(typed)),
    settled,
    (id) => {
      take(id)
      setOpened(false)
    },
  )
  const groups = useGroups({ recent, found: data, creates: related?.target, busy, failed })
  const waitsFor = waits
    ? t('form.chooseFirst', {
        what: label(field.dependsOn?.label ?? words(field.dependsOn?.field ?? '')),
      })
    : undefined
  return (
    <Select
      {...common(props)}
      {...opening}
      ref={props.inputRef as never}
      data={groups}
      value={value}
      searchable
      clearable={!field.required}
      {...(waitsFor ? { placeholder: waitsFor } : {})}
      filter={({ options }) => options}
      renderOption={option}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onChange={take}
      searchValue={search}
      allowDeselect={false}
      // Choosing the same record again brings its title back.
      onOptionSubmit={(id) => {
        if (id === value) setSearch(chosen?.label ?? '')
      }}
      onSearchChange={(text) => {
        setSearch(text)
        setTyped(text === chosen?.label ? '' : text)
      }}
      onKeyDown={(e) => {
        const active = e.currentTarget.getAttribute('aria-activedescendant')
        if (e.key !== 'Enter' || !opened || !typed || active) return
        e.preventDefault()
        setTakes(true)
      }}
      rightSection={busy ? <Spinner size={14} /> : undefined}
      nothingFoundMessage={waitsFor ?? <NothingFound busy={busy} failed={failed} />}
    />
  )
}
