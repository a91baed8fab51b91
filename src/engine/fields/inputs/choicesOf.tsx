import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from '#ui/i18n.ts'
import { useHolds } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import type { Filter } from '#model/query.ts'
import type { FieldModel } from '#model/types.ts'
import { modelOf } from '../../resource.ts'

export interface Choice {
  value: string
  label: string
  subtitle?: string | undefined
}

/** Options of a reference for the typed text, limited to `among`, plus the chosen ones. */
export const useChoices = (
  field: FieldModel,
  chosen: readonly string[],
  typed: string,
  among?: Filter,
) => {
  const { t } = useTranslation()
  const [search] = useDebouncedValue(typed, 200)
  const collection = field.ref ?? ''
  // Without permission to list the targets, the current choice is kept and no options are offered.
  const may = useHolds()(`${modelOf(collection)?.entity ?? ''}.list`)
  const watched: unknown = useWatch({
    name: field.dependsOn?.field ?? field.name,
    disabled: !field.dependsOn,
  })
  const parent = field.dependsOn && typeof watched === 'string' ? watched : undefined
  const filter: Filter | undefined =
    field.dependsOn && parent ? { path: [field.dependsOn.through], op: 'eq', value: parent } : among
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
    const unknown = known.isFetching ? '…' : t('common.noAccess')
    if (!byId.has(id)) byId.set(id, { value: id, label: unknown })
  }
  const offered = new Set([...(found.data ?? []).map((o) => o.id), ...chosen])
  return {
    /** The value of the field these options depend on. */
    parent,
    waits: field.dependsOn !== undefined && !parent,
    /** The options are those of the typed text. */
    settled: search === typed && !found.isFetching,
    data: [...byId.values()].filter((c) => offered.has(c.value)),
    busy: found.isFetching,
    failed: !may || found.isError,
  }
}

/** An option with its subtitle. */
export const option = ({ option: o }: { option: object }) => {
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

/** Said instead of options. */
export const NothingFound = ({
  busy,
  failed,
}: {
  readonly busy: boolean
  readonly failed: boolean
}) => {
  const { t } = useTranslation()
  if (failed) return t('form.optionsFailed')
  return t(busy ? 'common.loading' : 'form.nothingFound')
}
