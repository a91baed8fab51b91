import './lists.css'
import { Loader, MultiSelect, NativeSelect, Select, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { label, useTranslation } from '#ui/i18n.ts'
import { useHolds } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import type { FieldModel } from '#model/types.ts'
import { modelOf } from '../../resource.ts'
import { common, listOpening, type InputProps } from './types.ts'
import classes from './references.module.css'

// It refers to a row of a record, so it loads with the other references.
export { CountedKindField } from './CountedKindField.tsx'

interface Choice {
  value: string
  label: string
  subtitle?: string | undefined
}

/** Options of a reference for the typed text, plus the chosen ones. */
const useChoices = (field: FieldModel, chosen: readonly string[], typed: string) => {
  const [search] = useDebouncedValue(typed, 200)
  const collection = field.ref ?? ''
  // Without permission to list the targets, the current choice is kept and no options are offered.
  const may = useHolds()(`${modelOf(collection)?.entity ?? ''}.list`)
  const watched: unknown = useWatch({
    name: field.dependsOn?.field ?? field.name,
    disabled: !field.dependsOn,
  })
  const parent = field.dependsOn && typeof watched === 'string' ? watched : undefined
  const filter =
    field.dependsOn && parent
      ? { path: [field.dependsOn.through], op: 'eq' as const, value: parent }
      : undefined
  const known = useQuery({
    ...optionsQuery(collection, { ids: chosen }),
    enabled: may && chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...optionsQuery(collection, { ...(search ? { search } : {}), ...(filter ? { filter } : {}) }),
    enabled: may && (!field.dependsOn || Boolean(parent)),
    placeholderData: keepPreviousData,
  })
  const byId = new Map<string, Choice>()
  for (const o of [...(known.data ?? []), ...(found.data ?? [])]) {
    byId.set(o.id, { value: o.id, label: o.title, subtitle: o.subtitle })
  }
  // A chosen record the person may not see stays in the list.
  for (const id of chosen) {
    if (!byId.has(id)) byId.set(id, { value: id, label: known.isFetching ? '…' : id.slice(0, 8) })
  }
  const offered = new Set([...(found.data ?? []).map((o) => o.id), ...chosen])
  return {
    data: [...byId.values()].filter((c) => offered.has(c.value)),
    busy: found.isFetching,
    failed: !may || found.isError,
  }
}

const option = ({ option: o }: { option: object }) => {
  const { label, subtitle } = o as Choice
  return (
    <span>
      {label}
      {subtitle ? (
        <small style={{ color: 'var(--mantine-color-dimmed)', marginInlineStart: 8 }}>
          {subtitle}
        </small>
      ) : null}
    </span>
  )
}

/** Search select for one record of another collection. */
export const RefInput = (props: InputProps<string>) => {
  const [typed, setTyped] = useState('')
  const { data, busy, failed } = useChoices(props.field, props.value ? [props.value] : [], typed)
  const chosen = data.find((c) => c.value === props.value)
  return (
    <Select
      {...common(props)}
      {...listOpening}
      ref={props.inputRef as never}
      data={data}
      value={props.value}
      searchable
      clearable={!props.field.required}
      filter={({ options }) => options}
      renderOption={option}
      onChange={props.onChange}
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text)}
      rightSection={busy ? <Loader size={14} /> : undefined}
      nothingFoundMessage={<NothingFound busy={busy} failed={failed} />}
    />
  )
}

const NothingFound = ({ busy, failed }: { readonly busy: boolean; readonly failed: boolean }) => {
  const { t } = useTranslation()
  if (failed) return t('form.optionsFailed')
  return t(busy ? 'common.loading' : 'form.nothingFound')
}

/**
 * One record of one of several collections: the collection first, then the record; with a single
 * collection, only the record.
 */
export const AnyRefInput = (props: InputProps) => {
  const { field, name, value, onChange, inputRef, error } = props
  const targets = (field.targets ?? []).flatMap((t) => modelOf(t) ?? [])
  const given = value as { type: string; id: string | null } | null
  const [only] = targets
  if (only && targets.length === 1) {
    return (
      <RefInput
        {...props}
        field={{ ...field, kind: 'ref', ref: only.collection }}
        value={given?.id ?? null}
        onChange={(id) => onChange(id ? { type: only.collection, id } : null)}
      />
    )
  }
  const type = given?.type ?? null
  const target = targets.find((t) => t.collection === type)
  return (
    <div className={classes.anyRef}>
      <NativeSelect
        {...common(props)}
        ref={type ? undefined : (inputRef as never)}
        error={type ? false : (error ?? false)}
        value={type ?? ''}
        data={[
          { value: '', label: '—' },
          ...targets.map((t) => ({ value: t.collection, label: label(t.label.one) })),
        ]}
        onChange={(e) =>
          onChange(e.currentTarget.value ? { type: e.currentTarget.value, id: null } : null)
        }
      />
      {target ? (
        <RefInput
          key={target.collection}
          field={{
            name: field.name,
            kind: 'ref',
            ref: target.collection,
            label: target.label.one,
            required: field.required,
          }}
          name={`${name}.id`}
          value={given?.id ?? null}
          onChange={(id) => onChange({ type: target.collection, id })}
          onBlur={props.onBlur}
          error={error}
          disabled={props.disabled ?? false}
          inputRef={inputRef}
        />
      ) : null}
    </div>
  )
}

/** Search select for several records of another collection. */
export const RefsInput = (props: InputProps<readonly string[]>) => {
  const [typed, setTyped] = useState('')
  const chosen = props.value ?? []
  const { data, busy, failed } = useChoices(props.field, chosen, typed)
  return (
    <MultiSelect
      {...common(props)}
      {...listOpening}
      ref={props.inputRef as never}
      data={data}
      value={[...chosen]}
      searchable
      hidePickedOptions
      filter={({ options }) => options}
      renderOption={option}
      onChange={props.onChange}
      onSearchChange={setTyped}
      nothingFoundMessage={<NothingFound busy={busy} failed={failed} />}
    />
  )
}

/** Free-text tags; comma or Enter ends one. */
export const TagsField = (props: InputProps<readonly string[]>) => (
  <TagsInput
    {...common(props)}
    {...listOpening}
    ref={props.inputRef as never}
    value={[...(props.value ?? [])]}
    onChange={props.onChange}
    splitChars={[',', ';']}
  />
)

/** Select for several of a field's fixed values. */
export const EnumsInput = (props: InputProps<readonly string[]>) => (
  <MultiSelect
    {...common(props)}
    {...listOpening}
    ref={props.inputRef as never}
    data={(props.field.options ?? []).map((o) => ({ value: o.value, label: label(o.label) }))}
    value={[...(props.value ?? [])]}
    onChange={props.onChange}
  />
)
