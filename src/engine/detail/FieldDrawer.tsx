import { MantineThemeProvider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { recordQuery } from '#data/queries.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { confirm } from '#ui/confirm.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { FieldEditor } from '../list/CellEditor.tsx'
import css from '../list/cellEditor.module.css'

// The dialog is in the top layer, above every portal.
const placed = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
const theme = { components: { Popover: placed, Combobox: placed } }

const ownAction = () => {}

/** Edits one field that needs more room than its place on the page, in a drawer over the page. */
export const FieldDrawer = ({
  resource,
  id,
  field,
  onClose,
}: {
  readonly resource: ResourceModel
  readonly id: string
  readonly field: FieldModel
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...recordQuery(resource, id), staleTime: 0 })
  const dirty = useRef(false)
  const close = async () => {
    const leaves =
      !dirty.current ||
      (await confirm({
        title: t('form.leaveTitle'),
        text: t('form.leaveText'),
        action: t('form.leave'),
        danger: true,
      }))
    if (leaves) onClose()
  }
  return (
    <Dialog side title={label(field.label)} onClose={() => void close()}>
      <MantineThemeProvider theme={theme}>
        {data ? (
          <div className={css.drawer}>
            <FieldEditor
              list={{ resource, ownAction }}
              name={field.name}
              found={data.data}
              onClose={onClose}
              onDirty={(on) => {
                dirty.current = on
              }}
            />
          </div>
        ) : null}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Loading />}
      </MantineThemeProvider>
    </Dialog>
  )
}
