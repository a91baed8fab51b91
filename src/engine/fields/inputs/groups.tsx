import { ActionIcon, Button, Fieldset, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { singular } from '#schemas/define/words.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import type { FieldModel, Json } from '#model/types.ts'
import texts from '#ui/text.module.css'
import { pending } from '#ui/pending.tsx'
import { emptyOf, isBegun } from '../../form/values.ts'
import { Field } from '../../form/Field.tsx'
import { type InputProps } from './types.ts'
import classes from './groups.module.css'

// Few rows are charged anything; the amounts load with the first that are.
const LineAmount = lazy(async () => ({ default: (await import('./RowSums.tsx')).LineAmount }))
const RowSums = lazy(async () => ({ default: (await import('./RowSums.tsx')).RowSums }))

const Legend = ({ field }: { field: FieldModel }) => (
  <>
    {label(field.label)}
    {field.required ? (
      <span aria-hidden className={classes.required}>
        {' '}
        *
      </span>
    ) : null}
  </>
)

/** Error of a whole group or list, shown beside the errors of its parts. */
const GroupError = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p id={id} className={`${texts.wrong} ${classes.error}`}>
      {error}
    </p>
  ) : null

/**
 * Fields shown together: an address, coordinates, a consent. Parts of an optional group are required
 * only once one of them has content.
 */
export const GroupInput = (props: InputProps) => {
  const { field, name } = props
  const value = useWatch<Record<string, Json>>({ name })
  const needed = field.required || isBegun(field, value ?? null)
  const fields = useMemo(
    () => (field.fields ?? []).map((f) => (needed ? f : { ...f, required: false })),
    [field, needed],
  )
  return (
    <Fieldset
      legend={<Legend field={field} />}
      className={classes.group}
      aria-describedby={props.error ? `field-${name}-error` : undefined}
      disabled={props.disabled ?? false}
    >
      <div className={classes.grid}>
        {fields.map((f) => (
          <Field key={f.name} field={f} name={`${name}.${f.name}`} />
        ))}
      </div>
      <GroupError id={`field-${name}-error`} error={props.error} />
    </Fieldset>
  )
}

/** A value of one of several types: the type first, then its fields. */
export const VariantInput = (props: InputProps) => {
  const variants = props.field.variants ?? []
  const kind = (props.value as { kind?: string } | null)?.kind ?? ''
  const chosen = variants.find((v) => v.value === kind)
  return (
    <div className={classes.variant}>
      <NativeSelect
        id={`field-${props.name}`}
        ref={props.inputRef as never}
        label={label(props.field.label)}
        required={props.field.required}
        error={props.error ?? false}
        disabled={props.disabled ?? false}
        value={kind}
        onBlur={props.onBlur}
        data={[
          { value: '', label: '—' },
          ...variants.map((v) => ({ value: v.value, label: label(v.label) })),
        ]}
        onChange={(e) =>
          props.onChange(e.currentTarget.value ? { kind: e.currentTarget.value } : null)
        }
      />
      {chosen?.fields.map((f) => (
        <Field key={`${kind}.${f.name}`} field={f} name={`${props.name}.${f.name}`} />
      ))}
    </div>
  )
}

const blankRow = (fields: readonly FieldModel[]): Json =>
  Object.fromEntries(fields.map((f) => [f.name, emptyOf(f)]))

/** Ordered child rows, each with its own small form; move, copy, remove. */
export const RowsInput = (props: InputProps) => {
  const { t } = useTranslation()
  const fields = props.field.fields ?? []
  const list = (props.value ?? []) as Json[]
  // React needs a row identity that survives moves; the rows themselves have none.
  const keys = useRef<number[]>([])
  const next = useRef(0)
  while (keys.current.length < list.length) keys.current.push(next.current++)
  keys.current.length = list.length
  const { getValues } = useFormContext()
  // Reads the current rows when needed: typing in a row renders only that row, so `list` may be
  // stale.
  const change = (shift: <T>(items: readonly T[], fresh: (row: T) => T, blank: () => T) => T[]) => {
    const rows = shift<Json>((getValues(props.name) ?? []) as Json[], structuredClone, () =>
      blankRow(fields),
    )
    keys.current = shift<number>(
      keys.current,
      () => next.current++,
      () => next.current++,
    )
    props.onChange(rows)
  }
  const move = (from: number, to: number) =>
    change((items) => {
      const copy = [...items]
      copy.splice(to, 0, ...copy.splice(from, 1))
      return copy
    })
  const one = inSentence(singular(props.field.label))
  return (
    <Fieldset
      legend={<Legend field={props.field} />}
      className={classes.group}
      disabled={props.disabled ?? false}
      aria-describedby={props.error ? `field-${props.name}-error` : undefined}
    >
      {props.field.hint ? (
        <p className={`${texts.hint} ${classes.lead}`}>{label(props.field.hint)}</p>
      ) : null}
      {list.length === 0 ? (
        <p className={`${texts.hint} ${classes.lead}`}>{t('form.noRows')}</p>
      ) : null}
      <ol className={classes.rows}>
        {list.map((_, i) => (
          <li
            key={keys.current[i]}
            className={classes.row}
            aria-label={t('form.rowOf', { what: one, n: i + 1 })}
          >
            <div className={classes.grid}>
              {fields.map((f) => (
                <Field key={f.name} field={f} name={`${props.name}.${i}.${f.name}`} />
              ))}
              {props.field.charge ? (
                <Suspense fallback={pending}>
                  <LineAmount field={props.field} name={props.name} index={i} />
                </Suspense>
              ) : null}
            </div>
            <div className={classes.tools}>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={i === 0}
                aria-label={t('form.moveUp', { what: `${one} ${i + 1}` })}
                onClick={() => move(i, i - 1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={i === list.length - 1}
                aria-label={t('form.moveDown', { what: `${one} ${i + 1}` })}
                onClick={() => move(i, i + 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('form.copyRow', { what: `${one} ${i + 1}` })}
                onClick={() =>
                  change((items, fresh) => [
                    ...items,
                    ...items.slice(i, i + 1).map((row) => fresh(row)),
                  ])
                }
              >
                <IconCopy size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('form.remove', { what: `${one} ${i + 1}` })}
                onClick={() => change((items) => items.filter((_, j) => j !== i))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={list.length >= (props.field.max ?? 100)}
        ref={props.inputRef as never}
        onClick={() => change((items, _, blank) => [...items, blank()])}
      >
        {t('form.addRow', { what: one })}
      </Button>
      {props.field.charge ? (
        <Suspense fallback={pending}>
          <RowSums field={props.field} name={props.name} />
        </Suspense>
      ) : null}
      <GroupError id={`field-${props.name}-error`} error={props.error} />
    </Fieldset>
  )
}
