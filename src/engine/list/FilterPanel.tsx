import { useMemo, useState, type FormEvent } from 'react'
import { IconX } from '@tabler/icons-react'
import { appConfig } from '#data/config.ts'
import { documentOperators } from '#model/documents/query.ts'
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
import type { List } from './useList.ts'
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

/** Filter builder: typed comparisons, all or any of them, and nested groups. */
export const FilterPanel = ({
  list,
  onClose,
}: {
  readonly list: List
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { resource, search, allowed, setSearch } = list
  const model = useModel()
  const { currency } = useOrganisation()
  // A document database compares only indexed fields of its own, with fewer operators, and joins
  // them only with AND.
  const documents = appConfig().documents?.[resource.collection] !== undefined
  const choices = useMemo(() => {
    const all = choicesOf(resource, model, allowed)
    return documents
      ? all
          .filter((c) => !c.through && resource.list.filters.includes(c.field.name))
          .map((c) => ({ ...c, operators: documentOperators(c.field) }))
      : all
  }, [resource, model, allowed, documents])
  const [draft, setDraft] = useState<Draft>(() => {
    const known = draftOf(search.where, resource, model) ?? {
      id: 0,
      all: true,
      conditions: [],
      groups: [],
    }
    return known.conditions.length || known.groups.length || !choices[0]
      ? known
      : { ...known, conditions: [newCondition(choices[0])] }
  })
  const [incomplete, setIncomplete] = useState(false)
  const first = choices[0]
  if (!first) return <p className={css.note}>{t('list.nothingFound')}</p>
  const change = (next: Draft) => {
    setDraft(next)
    setIncomplete(false)
  }
  const setGroup = (id: number, next: DraftGroup | undefined) =>
    change({
      ...draft,
      groups: draft.groups.flatMap((g) => {
        if (g.id !== id) return [g]
        return next?.conditions.length ? [next] : []
      }),
    })
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const filter = filterOfDraft(draft, resource, model, currency)
    if (filter === 'incomplete') return setIncomplete(true)
    setSearch({ where: filter })
    onClose()
  }
  const several = draft.conditions.length + draft.groups.length > 1
  return (
    <form className={css.stack} onSubmit={submit} noValidate>
      <h2 className={css.heading}>{t('list.filters')}</h2>
      {several && !documents ? (
        <Match id={draft.id} all={draft.all} onChange={(all) => change({ ...draft, all })} />
      ) : null}
      {draft.conditions.length || draft.groups.length ? null : (
        <p className={css.note}>{t('list.noConditions')}</p>
      )}
      <Conditions
        group={draft}
        choices={choices}
        onChange={(g) => change({ ...draft, conditions: g.conditions })}
      />
      {draft.groups.map((g) => (
        <fieldset key={g.id} className={css.group}>
          <legend className="visually-hidden">
            {t(g.all ? 'list.matchAll' : 'list.matchAny')}
          </legend>
          <div className={css.groupHead}>
            <Match id={g.id} all={g.all} onChange={(all) => setGroup(g.id, { ...g, all })} />
            <button
              type="button"
              className={css.icon}
              aria-label={t('list.removeGroup')}
              onClick={() => setGroup(g.id, undefined)}
            >
              <IconX size={14} aria-hidden />
            </button>
          </div>
          <Conditions group={g} choices={choices} onChange={(next) => setGroup(g.id, next)} />
          <button
            type="button"
            className={css.plain}
            onClick={() =>
              setGroup(g.id, { ...g, conditions: [...g.conditions, newCondition(first)] })
            }
          >
            {t('list.addCondition')}
          </button>
        </fieldset>
      ))}
      <div className={css.buttons}>
        <button
          type="button"
          className={css.plain}
          onClick={() =>
            change({ ...draft, conditions: [...draft.conditions, newCondition(first)] })
          }
        >
          {t('list.addCondition')}
        </button>
        {documents ? null : (
          <button
            type="button"
            className={css.plain}
            onClick={() =>
              change({
                ...draft,
                groups: [...draft.groups, newGroup(!draft.all, [newCondition(first)])],
              })
            }
          >
            {t('list.addGroup')}
          </button>
        )}
      </div>
      {incomplete ? (
        <p className={css.error} role="alert">
          {t('list.incomplete')}
        </p>
      ) : null}
      <div className={css.footer}>
        {search.where ? (
          <button
            type="button"
            className={css.plain}
            onClick={() => {
              setSearch({ where: undefined })
              onClose()
            }}
          >
            {t('list.clear')}
          </button>
        ) : null}
        <button type="submit" className={css.apply}>
          {t('list.apply')}
        </button>
      </div>
    </form>
  )
}
