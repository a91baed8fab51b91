import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { inSentence, useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { isLarge } from '../list/editable.ts'
import css from './reading.module.css'

const CellEditor = quietPart(async () => (await import('../list/CellEditor.tsx')).CellEditor)
const FieldDrawer = quietPart(async () => (await import('./FieldDrawer.tsx')).FieldDrawer)

/** Nothing to tell: a record's page does not announce changes by itself. */
const ownAction = () => {}

/** Button that changes one value in place, with the editor of a list's cell, or in a drawer. */
export const InlineEdit = ({
  resource,
  record,
  field,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly field: FieldModel
}) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.edit}
        data-open={open || undefined}
        aria-label={t('detail.editField', { label: inSentence(field.label) })}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={14} aria-hidden />
      </button>
      {open && isLarge(field) ? (
        <FieldDrawer
          resource={resource}
          id={record.id}
          field={field}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {open && button.current && !isLarge(field) ? (
        <CellEditor
          list={{ resource, ownAction }}
          row={record}
          name={field.name}
          at={button.current.parentElement ?? button.current}
          onClose={(refocus) => {
            setOpen(false)
            if (refocus) button.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}
