import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useQueryClient } from '@tanstack/react-query'
import { applyBulk, planBulk, type Operation } from '#data/changes.ts'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { BulkDialog } from '../../changes/BulkDialog.tsx'
import { reportBulk } from '../../changes/reportBulk.ts'
import { RefsInput } from '../../fields/inputs/references.tsx'
import { titleOf } from '../../recordActions.ts'
import { offered } from './attachable.ts'
import { Moves } from './Moves.tsx'

interface Props {
  readonly owner: ResourceModel
  readonly record: RecordData
  readonly target: ResourceModel
  /** The field of the other records that refers to this one. */
  readonly field: FieldModel
  readonly onClose: () => void
}

/**
 * Picks existing records of another collection and makes them refer to this one: says which leave
 * another record, shows the server's dry run, and can be undone.
 */
export const AttachDialog = ({ owner, record, target, field, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm()
  const [ids, setIds] = useState<readonly string[]>([])
  const title = titleOf(owner, record)
  const words = (count: number) => ({
    count,
    title,
    one: inSentence(target.label.one),
    many: inSentence(target.label.many),
  })
  const body = {
    ids,
    trashed: false,
    do: { patch: { [field.name]: record.id } },
  }
  const picker: FieldModel = {
    name: target.collection,
    kind: 'refs',
    ref: target.collection,
    label: target.label.many,
    required: true,
  }
  const done = async (operation: Operation): Promise<void> => {
    onClose()
    await reportBulk(client, operation, t('detail.attached', words(operation.counts?.done ?? 0)))
  }
  return (
    <BulkDialog
      title={t('detail.attachTitle', words(ids.length))}
      action={(count = ids.length) => t('detail.attachAction', words(count))}
      form={{
        complete: ids.length > 0,
        content: (
          <FormProvider {...form}>
            <RefsInput
              field={picker}
              name={picker.name}
              value={ids}
              among={offered(field, record)}
              onChange={(value) => setIds(value as readonly string[])}
              onBlur={() => undefined}
              inputRef={(input) => input?.setAttribute('data-autofocus', '')}
            />
            <Moves target={target} field={field} ids={ids} />
          </FormProvider>
        ),
      }}
      plan={() => planBulk(target.collection, body)}
      apply={(plan) => applyBulk(target.collection, body, plan.planHash)}
      onDone={(operation) => void done(operation)}
      onClose={onClose}
    />
  )
}
