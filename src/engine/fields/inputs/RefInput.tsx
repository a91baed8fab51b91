import { Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { words } from '#schemas/define/words.ts'
import { useHolds, useMe } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { RelatedContext } from '../../form/createRelated.ts'
import { modelOf } from '../../resource.ts'
import { NothingFound, option, useChoices, type Choice } from './choicesOf.tsx'
import { recentChoices, rememberChoice } from './recent.ts'
import { common, listOpening, type InputProps } from './types.ts'

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

/**
 * Search select for one record of another collection. The last choices come first, Enter takes the
 * only match, and people who may can create a record from here.
 */
export const RefInput = (props: InputProps<string>) => {
  const { field, value, onChange } = props
  const { t } = useTranslation()
  const { account } = useMe()
  const collection = field.ref ?? ''
  const target = modelOf(collection)
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [takes, setTakes] = useState(false)
  const { data, busy, failed, waits, settled, parent } = useChoices(
    field,
    value ? [value] : [],
    typed,
  )
  const recent = useRecent(collection, opened && !typed && !field.dependsOn)
  const create = use(RelatedContext)
  const mayCreate = useHolds()(`${target?.entity ?? ''}.create`)
  const creates = create && mayCreate && target?.createPath && !waits ? target : undefined
  const chosen = data.find((c) => c.value === value)
  useDependence(parent, value, onChange)

  const take = (id: string | null) => {
    setTakes(false)
    if (id === CREATE) {
      setOpened(false)
      if (creates) create?.(creates, typed, take)
    } else if (id !== NOTHING) {
      if (id) rememberChoice(account.id, collection, id)
      onChange(id)
    }
  }
  const found = data.filter((c) => c.value !== value || c.label.includes(typed))
  const takeOnly = useEffectEvent(() => {
    setTakes(false)
    const [only] = found
    if (!only || found.length > 1) return
    take(only.value)
    setOpened(false)
  })
  useEffect(() => {
    if (takes && settled) takeOnly()
  }, [takes, settled])

  const others = recent.length ? data.filter((c) => !recent.some((r) => r.value === c.value)) : data
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
  const waitsFor = waits
    ? t('form.chooseFirst', {
        what: label(field.dependsOn?.label ?? words(field.dependsOn?.field ?? '')),
      })
    : undefined
  return (
    <Select
      {...common(props)}
      {...listOpening}
      ref={props.inputRef as never}
      data={
        recent.length
          ? [
              { group: t('form.recent'), items: [...recent] },
              { group: t('form.others'), items: [...others, ...none, ...added] },
            ]
          : [...others, ...none, ...added]
      }
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
      rightSection={busy ? <Loader size={14} /> : undefined}
      nothingFoundMessage={waitsFor ?? <NothingFound busy={busy} failed={failed} />}
    />
  )
}
