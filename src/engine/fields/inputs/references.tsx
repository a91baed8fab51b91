import './lists.css'
import { MultiSelect, TagsInput } from '@mantine/core'
import { SelectField } from '#ui/SelectField.tsx'
import { useState } from 'react'
import type { Filter } from '#model/query.ts'
import { label } from '#ui/i18n.ts'
import { modelOf } from '../../resource.ts'
import { TagsInput as TagsOf } from '../../tags/TagsInput.tsx'
import { NothingFound, option, useChoices } from './choicesOf.tsx'
import { RefInput } from './RefInput.tsx'
import { common, type InputProps } from './types.ts'
import { useListOpening } from './useListOpening.ts'
import classes from './references.module.css'

// It refers to a row of a record, so it loads with the other references.
export { CountedKindField } from './CountedKindField.tsx'
export { RefInput }

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
      <SelectField
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

interface RefsProps extends InputProps<readonly string[]> {
  /** Limits the records offered. */
  readonly among?: Filter
}

/** Search select for several records of another collection. */
export const RefsInput = (props: RefsProps) => {
  const [typed, setTyped] = useState('')
  const { opening } = useListOpening()
  const chosen = props.value ?? []
  const { data, busy, failed } = useChoices(props.field, chosen, typed, props.among)
  return (
    <MultiSelect
      {...common(props)}
      {...opening}
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

/** Free-text words; comma or Enter ends one. Tags of a collection are suggested. */
export const TagsField = (props: InputProps<readonly string[]>) =>
  props.field.tagsOf === undefined ? <Words {...props} /> : <TagsOf {...props} />

const Words = (props: InputProps<readonly string[]>) => (
  <TagsInput
    {...common(props)}
    {...useListOpening().opening}
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
    {...useListOpening().opening}
    ref={props.inputRef as never}
    data={(props.field.options ?? []).map((o) => ({ value: o.value, label: label(o.label) }))}
    value={[...(props.value ?? [])]}
    onChange={props.onChange}
  />
)
