import { own } from '#schemas/define/own.ts'
import type { Mapping } from '#model/importMapping.ts'
import { useTranslation } from '#ui/i18n.ts'
import { isProblem } from '#data/problem.ts'
import { Editor } from './context.ts'
import { cellsOf } from './csv.ts'
import { withEntry } from './entries.ts'
import { fieldLabel } from './fieldLabel.ts'
import { FieldRow } from './FieldRow.tsx'
import { MappingTools } from './MappingTools.tsx'
import {
  isNeeded,
  missingFields,
  offeredFields,
  unusedColumns,
  type MappingProblem,
} from './problems.ts'
import { MappingInUse } from './SavedMappings.tsx'
import { RowOptions } from './RowOptions.tsx'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

const PROBLEMS = {
  incomplete: 'exchange.incomplete',
  column: 'exchange.noColumn',
  field: 'exchange.noField',
  noValues: 'exchange.noValues',
  unknown: 'exchange.unknownField',
} as const satisfies Record<MappingProblem['code'], string>

/** Returns the text of a field's problem: one found here, or one that the server reported. */
const useProblemText = ({ problems, draft: { failure, mapping } }: ImportState) => {
  const { t } = useTranslation()
  // Names of parts have dots, so the longest that fits is meant.
  const names = Object.keys(mapping.fields).toSorted((a, b) => b.length - a.length)
  const refused = new Map(
    (isProblem(failure) ? failure.errors : []).flatMap((e) => {
      const name = names.find((n) => `${e.path}.`.startsWith(`mapping.fields.${n}.`))
      return name ? [[name, e.message] as const] : []
    }),
  )
  return (name: string): string | undefined => {
    const problem = own(problems, name)
    return problem
      ? t(PROBLEMS[problem.code], { name: 'name' in problem ? problem.name : name })
      : refused.get(name)
  }
}

/** Each field with its source, and entries for fields that do not exist. */
const MappedFields = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { place } = state
  const { mapping } = state.draft
  const problemText = useProblemText(state)
  const missing = new Set(missingFields(place.fields, mapping.fields).map((f) => f.name))
  const known = new Set(place.fields.map((f) => f.name))
  const strangers = Object.keys(mapping.fields).filter((name) => !known.has(name))
  const set = (name: string, entry: Mapping['fields'][string] | undefined) =>
    state.setMapping({ ...mapping, fields: withEntry(mapping.fields, name, entry) })
  return (
    <div className={css.fields}>
      <div className={css.fieldsHead} aria-hidden>
        <span>{t('exchange.field')}</span>
        <span>{t('exchange.comesFrom')}</span>
        <span>{t('exchange.example')}</span>
      </div>
      {offeredFields(place.fields, mapping.fields).map((f) => (
        <FieldRow
          key={f.name}
          field={f}
          name={fieldLabel(f)}
          entry={mapping.fields[f.name]}
          needed={isNeeded(f, mapping.fields)}
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
  )
}

/** Maps columns to fields. */
export const MappingStep = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const {
    draft: { mapping, head, file, round },
    place,
  } = state
  const unused = unusedColumns(place.columns, mapping)
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
          <MappingTools state={state} />
        </div>
        <MappingInUse state={state} />
        <MappedFields key={round ?? 0} state={state} />
        {unused.length > 0 ? (
          <details className={css.unused}>
            <summary>{t('exchange.unused', { count: unused.length })}</summary>
            <p>{unused.join(', ')}</p>
          </details>
        ) : null}
      </section>
      <RowOptions state={state} />
    </Editor.Provider>
  )
}
