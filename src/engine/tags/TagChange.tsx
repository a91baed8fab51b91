import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { applyBulk, planBulk, type BulkBody, type Operation } from '#data/changes.ts'
import { tagsKey, type Tag } from '#data/tags.ts'
import type { ResourceModel } from '#model/types.ts'
import { MAX_TAG_LENGTH, tagForm } from '#schemas/define/tagForm.ts'
import { MANAGE_TAGS } from '#schemas/define/tagName.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { countRows, matchingRows } from '../list/bulkSelection.ts'
import { BulkDialog } from '../changes/BulkDialog.tsx'
import { follow, openOperation } from '../changes/followed.ts'
import { refreshRecords, remember, report } from '../changes/undo.ts'
import { titleOfOperation } from '../changes/words.ts'

const TITLES = { rename: 'tags.rename', merge: 'tags.merge', delete: 'tags.delete' } as const

/** What somebody is about to do with a tag of an entity. */
export interface Change {
  readonly kind: keyof typeof TITLES
  readonly tag: Tag
}

interface ChangeProps {
  readonly resource: ResourceModel
  readonly change: Change
  readonly all: readonly Tag[]
  readonly onClose: () => void
}

/** Renames, merges or deletes a tag: one bulk over its records, previewed, and undone as one. */
export const TagChange = ({ resource, change, all, onClose }: ChangeProps) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const format = useFormat()
  const { kind, tag } = change
  const others = all.filter((one) => one.tag !== tag.tag)
  const [to, setTo] = useState(kind === 'merge' ? (others[0]?.tag ?? '') : tag.tag)
  const filter = { path: [resource.taggable ?? ''], op: 'has', value: tag.tag } as const
  const target = tagForm(to)
  const body = (expected: number): BulkBody => ({
    ...matchingRows(resource, { filter }, expected).rows,
    do: {
      action: MANAGE_TAGS,
      input: kind === 'delete' ? { from: [tag.tag] } : { from: [tag.tag], to: target },
    },
  })
  const [expected, setExpected] = useState(tag.count)
  const done = async (operation: Operation): Promise<void> => {
    onClose()
    const { id, state, counts, canUndo } = operation
    if (state === 'running') {
      follow(id)
    } else {
      const undoable = canUndo && counts?.done ? id : undefined
      if (counts?.refused || counts?.changed || counts?.gone) {
        if (undoable) remember(client, [undoable])
        openOperation({ id })
      } else report(client, titleOfOperation(operation, format), undoable)
    }
    await refreshRecords(client)
    await client.invalidateQueries({ queryKey: tagsKey(resource.collection) })
  }
  const inputs = {
    rename: (
      <TextInput
        label={label('New name')}
        value={to}
        maxLength={MAX_TAG_LENGTH}
        required
        data-autofocus
        onChange={(e) => setTo(e.currentTarget.value)}
      />
    ),
    merge: (
      <SelectField
        label={t('tags.merge')}
        value={to}
        data={others.map((one) => one.tag)}
        data-autofocus
        onChange={(e) => setTo(e.currentTarget.value)}
      />
    ),
  }
  return (
    <BulkDialog
      title={`${t(TITLES[kind])}: ${tag.tag}`}
      danger={kind === 'delete'}
      action={() => t('changes.apply')}
      {...(kind === 'delete'
        ? {}
        : {
            form: {
              content: inputs[kind],
              complete: target !== '' && target !== tag.tag && target.length <= MAX_TAG_LENGTH,
            },
          })}
      plan={() => planBulk(resource.collection, body(expected))}
      apply={(plan) => applyBulk(resource.collection, body(expected), plan.planHash)}
      recount={async () => setExpected(await countRows(resource, { filter }))}
      onDone={(operation) => void done(operation)}
      onClose={onClose}
    />
  )
}
