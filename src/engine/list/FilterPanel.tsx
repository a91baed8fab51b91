import { useMemo, useState, type FormEvent } from 'react'
import { IconX } from '@tabler/icons-react'
import { appConfig } from '#data/config.ts'
import { documentOperators } from '#model/documents/query.ts'
import type { Filter } from '#model/query.ts'
import type { Model } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useOrganisation } from '../person.ts'
import { useModel } from '../resource.ts'
import { ConditionRow } from './ConditionRow.tsx'
import {
  choicesOf,
  draftOf,
  filterOfDraft,
  newCondition,
  newGroup,
  type Choice,
  type Draft,
  type DraftCondition,
  type DraftGroup,
} from './filterDraft.ts'
import { RecentFilters, useRecentFilters } from './RecentFilters.tsx'
import type { ListSetup } from './useList.ts'
import css from './panel.module.css'

interface GroupProps {
  readonly group: DraftGroup
  readonly choices: readonly Choice[]
  readonly onChange: (group: DraftGroup) => void
}

const Match = ({
  id,
  all,
  onChange,
}: {
  readonly id: number
  readonly all: boolean
  readonly onChange: (all: boolean) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.segments} role="radiogroup" aria-label={t('list.match')}>
      {[true, false].map((v) => (
        <label key={String(v)} className={css.segment}>
          <input
            type="radio"
            name={`match-${id}`}
            checked={all === v}
            onChange={() => onChange(v)}
          />
          <span>{t(v ? 'list.matchAll' : 'list.matchAny')}</span>
        </label>
      ))}
    </div>
  )
}

const Conditions = ({ group, choices, onChange }: GroupProps) => {
  const set = (conditions: readonly DraftCondition[]) => onChange({ ...group, conditions })
  return group.conditions.map((c) => (
    <ConditionRow
      key={c.id}
      condition={c}
      choices={choices}
      onChange={(next) => set(group.conditions.map((o) => (o.id === c.id ? next : o)))}
      onRemove={() => set(group.conditions.filter((o) => o.id !== c.id))}
    />
  ))
}

const AddButton = ({ text, onClick }: { readonly text: string; readonly onClick: () => void }) => (
  <button type="button" className={css.plain} onClick={onClick}>
    {text}
  </button>
)

const AddButtons = ({
  onCondition,
  onGroup,
}: {
  readonly onCondition: () => void
  readonly onGroup: (() => void) | undefined
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.buttons}>
      <AddButton text={t('list.addCondition')} onClick={onCondition} />
      {onGroup ? <AddButton text={t('list.addGroup')} onClick={onGroup} /> : null}
    </div>
  )
}

interface NestedProps extends Omit<GroupProps, 'onChange'> {
  /** Undefined removes the group. */
  readonly onChange: (group: DraftGroup | undefined) => void
}

/** A nested group of conditions. */
const Group = ({ group, choices, onChange }: NestedProps) => {
  const { t } = useTranslation()
  const [first] = choices
  return (
    <fieldset className={css.group}>
      <legend className="visually-hidden">
        {t(group.all ? 'list.matchAll' : 'list.matchAny')}
      </legend>
      <div className={css.groupHead}>
        <Match id={group.id} all={group.all} onChange={(all) => onChange({ ...group, all })} />
        <button
          type="button"
          className={css.icon}
          aria-label={t('list.removeGroup')}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} aria-hidden />
        </button>
      </div>
      <Conditions group={group} choices={choices} onChange={onChange} />
      <AddButton
        text={t('list.addCondition')}
        onClick={() =>
          onChange({ ...group, conditions: [...group.conditions, newCondition(first!)] })
        }
      />
    </fieldset>
  )
}

/** What conditions may compare. `documents`: a document database compares only indexed fields of its own, with fewer operators. */
const usePossible = ({ resource, allowed }: ListSetup, documents: boolean): readonly Choice[] => {
  const model = useModel()
  return useMemo(() => {
    const all = choicesOf(resource, model, allowed)
    return documents
      ? all
          .filter((c) => !c.through && resource.list.filters.includes(c.field.name))
          .map((c) => ({ ...c, operators: documentOperators(c.field) }))
      : all
  }, [resource, model, allowed, documents])
}

/** The list's filter to start with, or one condition to fill in. */
const startOf = (list: ListSetup, model: Model, choices: readonly Choice[]): Draft => {
  const { search, resource } = list
  const known = draftOf(search.where, resource, model) ?? {
    id: 0,
    all: true,
    conditions: [],
    groups: [],
  }
  return known.conditions.length || known.groups.length || !choices[0]
    ? known
    : { ...known, conditions: [newCondition(choices[0])] }
}

/** Replaces a nested group; one without conditions is removed. */
const withGroup = (draft: Draft, id: number, next: DraftGroup | undefined): Draft => ({
  ...draft,
  groups: draft.groups.flatMap((g) => {
    if (g.id !== id) return [g]
    return next?.conditions.length ? [next] : []
  }),
})

const Incomplete = () => (
  <p className={css.error} role="alert">
    {useTranslation().t('list.incomplete')}
  </p>
)

interface FooterProps {
  /** Undefined if there is no filter to clear. */
  readonly onClear: (() => void) | undefined
}

const Footer = ({ onClear }: FooterProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.footer}>
      {onClear ? (
        <button type="button" className={css.plain} onClick={onClear}>
          {t('list.clear')}
        </button>
      ) : null}
      <button type="submit" className={css.apply}>
        {t('list.apply')}
      </button>
    </div>
  )
}

/** Filter builder: typed comparisons, all or any of them, and nested groups. */
export const FilterPanel = ({
  list,
  onClose,
}: {
  readonly list: ListSetup
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { resource, search, setSearch } = list
  const model = useModel()
  const { currency } = useOrganisation()
  // A document database joins conditions only with AND.
  const documents = appConfig().documents?.[resource.collection] !== undefined
  const choices = usePossible(list, documents)
  const [draft, setDraft] = useState(() => startOf(list, model, choices))
  const [incomplete, setIncomplete] = useState(false)
  const { recent, note } = useRecentFilters(list)
  const first = choices[0]
  if (!first) return <p className={css.note}>{t('list.nothingFound')}</p>
  const change = (next: Draft) => {
    setDraft(next)
    setIncomplete(false)
  }
  const set = (part: Partial<Draft>) => change({ ...draft, ...part })
  const setGroup = (id: number, next: DraftGroup | undefined) => change(withGroup(draft, id, next))
  const apply = (filter: Filter | undefined) => {
    if (filter) note(filter)
    setSearch({ where: filter })
    onClose()
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const filter = filterOfDraft(draft, resource, model, currency)
    if (filter === 'incomplete') return setIncomplete(true)
    apply(filter)
  }
  const several = draft.conditions.length + draft.groups.length > 1
  return (
    <form className={css.stack} onSubmit={submit} noValidate>
      <h2 className={css.heading}>{t('list.filters')}</h2>
      {several && !documents ? (
        <Match id={draft.id} all={draft.all} onChange={(all) => set({ all })} />
      ) : null}
      {draft.conditions.length || draft.groups.length ? null : (
        <p className={css.note}>{t('list.noConditions')}</p>
      )}
      <Conditions
        group={draft}
        choices={choices}
        onChange={({ conditions }) => set({ conditions })}
      />
      {draft.groups.map((g) => (
        <Group key={g.id} group={g} choices={choices} onChange={(next) => setGroup(g.id, next)} />
      ))}
      <AddButtons
        onCondition={() => set({ conditions: [...draft.conditions, newCondition(first)] })}
        onGroup={
          documents
            ? undefined
            : () => set({ groups: [...draft.groups, newGroup(!draft.all, [newCondition(first)])] })
        }
      />
      {incomplete ? <Incomplete /> : null}
      <Footer onClear={search.where ? () => apply(undefined) : undefined} />
      <RecentFilters list={list} recent={recent} onChoose={apply} />
    </form>
  )
}
