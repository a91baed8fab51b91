import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { hasParts } from '#model/importParts.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { Switch } from '#ui/Switch.tsx'
import { upsertFields } from './problems.ts'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

/** The field by which rows find existing records. */
const UpsertBy = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { resource, draft } = state
  return (
    <label className={css.option}>
      <span>{t('exchange.upsert')}</span>
      <Select value={draft.upsertBy} onChange={(e) => state.setUpsertBy(e.currentTarget.value)}>
        <option value="">
          {t('exchange.upsertNone', { one: inSentence(resource.label.one) })}
        </option>
        {upsertFields(resource, draft.mapping).map((f) => (
          <option key={f.name} value={f.name}>
            {t('exchange.upsertBy', {
              one: inSentence(resource.label.one),
              field: inSentence(f.label),
            })}
          </option>
        ))}
      </Select>
      <small className={css.muted}>
        {t(draft.upsertBy ? 'exchange.upsertHint' : 'exchange.upsertNoneHint')}
      </small>
    </label>
  )
}

/** The column that lines of one record share, where child rows are mapped. */
const GroupBy = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { mapping } = state.draft
  const { columns, fields } = state.place
  const { groupBy, ...rest } = mapping
  const isShown = fields.some((f) => f.kind === 'rows' && hasParts(mapping.fields, f.name))
  if (!isShown && groupBy === undefined) return null
  const set = (column: string) =>
    state.setMapping(column ? { ...rest, groupBy: column } : { ...rest })
  return (
    <label className={css.option}>
      <span>{t('exchange.groupBy')}</span>
      <Select
        value={groupBy ?? ''}
        onChange={(e) => set(e.currentTarget.value)}
        data={[...new Set([...(groupBy === undefined ? [] : [groupBy]), ...columns])].map(
          (column) => ({ value: column, label: t('exchange.groupColumn', { column }) }),
        )}
      >
        <option value="">
          {t('exchange.groupNone', { one: inSentence(state.resource.label.one) })}
        </option>
      </Select>
      <small className={css.muted}>{t('exchange.groupHint')}</small>
    </label>
  )
}

/** How `3/4/2026` is read, where the file has such dates. */
const DateOrder = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { mapping } = state.draft
  if (!mapping.dates) return null
  return (
    <label className={css.option}>
      <span>{t('exchange.dates')}</span>
      <Select
        value={mapping.dates}
        onChange={(e) =>
          state.setMapping({
            ...mapping,
            dates: e.currentTarget.value === 'month first' ? 'month first' : 'day first',
          })
        }
      >
        <option value="day first">{t('exchange.dayFirst')}</option>
        <option value="month first">{t('exchange.monthFirst')}</option>
      </Select>
    </label>
  )
}

/** How rows are read: which of them change records, what is empty, and why states change. */
export const RowOptions = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { mapping } = state.draft
  return (
    <section className={css.card} aria-labelledby="import-rows">
      <h2 id="import-rows" className={css.cardTitle}>
        {t('exchange.rowsTitle')}
      </h2>
      <div className={css.options}>
        <UpsertBy state={state} />
        <GroupBy state={state} />
        <Nulls
          nulls={mapping.nulls}
          onChange={(nulls) => state.setMapping({ ...mapping, nulls })}
        />
        {state.mayHistory ? (
          <Switch
            label={t('exchange.history')}
            description={t('exchange.historyHint')}
            checked={state.history}
            onChange={(e) => void state.setHistory(e.currentTarget.checked)}
          />
        ) : null}
        <DateOrder state={state} />
        <Reason state={state} />
      </div>
    </section>
  )
}

/**
 * One reason for all transitions of a file that need one; a mapping as text may read it from a
 * column.
 */
const Reason = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { mapping } = state.draft
  const { reason } = mapping
  const given = typeof reason === 'object' && 'constant' in reason ? reason.constant : undefined
  const isShown =
    !state.history &&
    mapping.fields.state !== undefined &&
    state.resource.transitions.some((transition) => transition.reason) &&
    (reason === undefined || typeof given === 'string')
  if (!isShown) return null
  const set = (text: string) => {
    const { reason: _, ...rest } = mapping
    state.setMapping(text ? { ...rest, reason: { constant: text } } : rest)
  }
  return (
    <label className={css.option}>
      <span>{t('exchange.transitionReason')}</span>
      <input
        className={css.input}
        maxLength={1000}
        value={typeof given === 'string' ? given : ''}
        onChange={(e) => set(e.currentTarget.value)}
      />
      <small className={css.muted}>{t('exchange.transitionReasonHint')}</small>
    </label>
  )
}

/** Words that mean an empty cell. */
const Nulls = ({
  nulls,
  onChange,
}: {
  readonly nulls: readonly string[]
  readonly onChange: (nulls: string[]) => void
}) => {
  const { t } = useTranslation()
  const [word, setWord] = useState('')
  const add = () => {
    if (word.trim() && !nulls.includes(word.trim())) onChange([...nulls, word.trim()])
    setWord('')
  }
  return (
    <div className={css.option} role="group" aria-label={t('exchange.nulls')}>
      <span aria-hidden>{t('exchange.nulls')}</span>
      <span className={css.chips}>
        {nulls.map((n) => (
          <span key={n} className={css.chip}>
            {n}
            <button
              type="button"
              aria-label={t('exchange.removeNull', { word: n })}
              onClick={() => onChange(nulls.filter((o) => o !== n))}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          className={`${css.input} ${css.short}`}
          aria-label={t('exchange.addNull')}
          placeholder={t('exchange.addNullHint')}
          maxLength={40}
          value={word}
          onChange={(e) => setWord(e.currentTarget.value)}
          onBlur={add}
          onKeyDown={(e) => {
            if (e.key === 'Enter' || e.key === ',') {
              e.preventDefault()
              add()
            }
          }}
        />
      </span>
      <small className={css.muted}>{t('exchange.nullsHint')}</small>
    </div>
  )
}
