import { Switch } from '@mantine/core'
import { own } from '#schemas/define/own.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Mapping } from '#model/importMapping.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { isProblem } from '#data/problem.ts'
import { Editor } from './context.ts'
import { cellsOf } from './csv.ts'
import { withEntry } from './entries.ts'
import { FieldRow } from './FieldRow.tsx'
import { MappingTools } from './MappingTools.tsx'
import { missingFields, unusedColumns, upsertFields, type MappingProblem } from './problems.ts'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

const PROBLEMS = {
  incomplete: 'exchange.incomplete',
  column: 'exchange.noColumn',
  field: 'exchange.noField',
  noValues: 'exchange.noValues',
  unknown: 'exchange.unknownField',
} as const satisfies Record<MappingProblem['code'], string>

/** Maps columns to fields. */
export const MappingStep = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const {
    draft: { mapping, head, file, failure },
    place,
    problems,
    resource,
  } = state
  // Editors keep half-typed text; another mapping resets them.
  const [round, setRound] = useState(0)
  const replace = (next: Mapping) => {
    state.setMapping(next)
    setRound(round + 1)
  }
  const missing = new Set(missingFields(place.fields, mapping.fields).map((f) => f.name))
  const refused = new Map(
    (isProblem(failure) ? failure.errors : []).flatMap((e) => {
      const name = /^mapping\.fields\.([^.]+)/.exec(e.path)?.[1]
      return name ? [[name, e.message] as const] : []
    }),
  )
  const problemText = (name: string): string | undefined => {
    const problem = own(problems, name)
    return problem
      ? t(PROBLEMS[problem.code], { name: 'name' in problem ? problem.name : name })
      : refused.get(name)
  }
  const known = new Set(place.fields.map((f) => f.name))
  const strangers = Object.keys(mapping.fields).filter((name) => !known.has(name))
  const unused = unusedColumns(place.columns, mapping)
  const set = (name: string, entry: Mapping['fields'][string] | undefined) =>
    state.setMapping({ ...mapping, fields: withEntry(mapping.fields, name, entry) })
  return (
    <Editor.Provider
      value={{
        ...place,
        rows: head?.rows ?? [],
        cellsOf:
          file && head
            ? async (column) =>
                (await cellsOf(file, head, column)).filter((c) => !mapping.nulls.includes(c))
            : undefined,
      }}
    >
      <section className={css.card} aria-labelledby="import-fields">
        <div className={css.cardHead}>
          <h2 id="import-fields" className={css.cardTitle}>
            {t('exchange.fieldsTitle')}
          </h2>
          <MappingTools
            mapping={mapping}
            collection={resource.collection}
            canMatch={head !== undefined}
            onMatch={() => {
              state.match()
              setRound(round + 1)
            }}
            onMapping={replace}
          />
        </div>
        <div key={round} className={css.fields}>
          <div className={css.fieldsHead} aria-hidden>
            <span>{t('exchange.field')}</span>
            <span>{t('exchange.comesFrom')}</span>
            <span>{t('exchange.example')}</span>
          </div>
          {place.fields.map((f) => (
            <FieldRow
              key={f.name}
              field={f}
              name={label(f.label)}
              entry={mapping.fields[f.name]}
              missing={missing.has(f.name)}
              problem={problemText(f.name)}
              onChange={(entry) => set(f.name, entry)}
            />
          ))}
          {strangers.map((name) => (
            <div key={name} className={css.field} data-wrong>
              <div className={css.fieldName}>{name}</div>
              <div className={css.fieldSource}>
                <small className={css.problem}>{problemText(name)}</small>
              </div>
              <button type="button" className={css.quiet} onClick={() => set(name, undefined)}>
                {t('exchange.removeField', { name })}
              </button>
            </div>
          ))}
        </div>
        {unused.length > 0 ? (
          <details className={css.unused}>
            <summary>{t('exchange.unused', { count: unused.length })}</summary>
            <p>{unused.join(', ')}</p>
          </details>
        ) : null}
      </section>
      <section className={css.card} aria-labelledby="import-rows">
        <h2 id="import-rows" className={css.cardTitle}>
          {t('exchange.rowsTitle')}
        </h2>
        <div className={css.options}>
          <label className={css.option}>
            <span>{t('exchange.upsert')}</span>
            <select
              className={css.input}
              value={state.draft.upsertBy}
              onChange={(e) => state.setUpsertBy(e.currentTarget.value)}
            >
              <option value="">
                {t('exchange.upsertNone', { one: inSentence(resource.label.one) })}
              </option>
              {upsertFields(resource, mapping).map((f) => (
                <option key={f.name} value={f.name}>
                  {t('exchange.upsertBy', {
                    one: inSentence(resource.label.one),
                    field: inSentence(f.label),
                  })}
                </option>
              ))}
            </select>
            <small className={css.muted}>
              {t(state.draft.upsertBy ? 'exchange.upsertHint' : 'exchange.upsertNoneHint')}
            </small>
          </label>
          <Nulls
            nulls={mapping.nulls}
            onChange={(nulls) => state.setMapping({ ...mapping, nulls })}
          />
          {state.mayHistory ? (
            <Switch
              label={t('exchange.history')}
              description={t('exchange.historyHint')}
              checked={state.history}
              onChange={(e) => state.setHistory(e.currentTarget.checked)}
            />
          ) : null}
          <Reason state={state} />
        </div>
      </section>
    </Editor.Provider>
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
  const isAsked =
    !state.history &&
    mapping.fields.state !== undefined &&
    state.resource.transitions.some((transition) => transition.reason) &&
    (reason === undefined || typeof given === 'string')
  if (!isAsked) return null
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
