import { useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { recordQuery } from '#data/queries.ts'
import type { RecordResponse, RecordData } from '#data/types.ts'
import { modelOf } from '#engine/resource.ts'
import { offeredScopes } from '#engine/scopes.ts'
import { titleOf } from '#engine/recordActions.ts'
import type { ResourceModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { scopes, type Scope } from './command.ts'

/** The record of the open page. */
export interface OpenRecord {
  readonly resource: ResourceModel
  readonly record: RecordData
}

/** What the palette was opened on, and the scopes it has, the nearest first. */
export const useScopes = () => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const leaf = useMatches({
    select: (matches) => {
      const m = matches.at(-1)
      return {
        collection: m?.staticData.resource,
        page: m?.staticData.page,
        id: (m?.params as { id?: string } | undefined)?.id,
      }
    },
    structuralSharing: true,
  })
  // As the page was when the palette opened.
  const [on] = useState(() => {
    const { list, selection } = offeredScopes()
    const resource = leaf.collection ? modelOf(leaf.collection) : undefined
    const response =
      resource && leaf.id && leaf.page === 'detail'
        ? client.getQueryData<RecordResponse>(recordQuery(resource, leaf.id).queryKey)
        : undefined
    const open: OpenRecord | undefined = resource && response && { resource, record: response.data }
    return { list, selection: selection?.count ? selection : undefined, open, resource }
  })
  const { list, selection, open } = on
  const nameOf = (scope: Scope): string | undefined => {
    if (scope === 'selection' && selection && list) {
      return t('palette.selection', {
        count: selection.count,
        one: inSentence(list.resource.label.one),
        many: inSentence(list.resource.label.many),
      })
    }
    if (scope === 'record' && open) return titleOf(open.resource, open.record)
    if (scope === 'list' && list) return label(list.resource.label.many)
    return undefined
  }
  const names = new Map(
    scopes.flatMap((scope): [Scope, string][] => {
      const name = nameOf(scope)
      return name === undefined ? [] : [[scope, name]]
    }),
  )
  return { ...on, names }
}
