import { MantineThemeProvider } from '@mantine/core'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ResourceModel } from '#model/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { reportChange } from '../changes/report.ts'
import { showOver } from '../overlay.ts'
import { useRights } from '../resource.ts'
import { RecordForm } from './RecordForm.tsx'
import { useRecordForm } from './useRecordForm.ts'

// The dialog is in the top layer, above every portal.
const placed = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
const theme = { components: { Popover: placed, Combobox: placed } }

/** The create form of an entity in a drawer, opened by a picker of another form. */
export const QuickCreate = ({
  resource,
  title,
  onCreated,
}: {
  readonly resource: ResourceModel
  readonly title: string
  readonly onCreated: (id: string) => void
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { delete: mayDelete } = useRights(resource)
  const close = () => showOver(null)
  const state = useRecordForm(resource, undefined, title ? { [resource.title]: title } : {}, close)
  return (
    <Dialog
      side
      title={t('form.addTitle', { what: inSentence(resource.label.one) })}
      onClose={close}
    >
      <MantineThemeProvider theme={theme}>
        <RecordForm
          resource={resource}
          state={state}
          isNew
          inDrawer
          onCancel={close}
          onSaved={(record, _, operationId) => {
            close()
            onCreated(record.id)
            reportChange(
              client,
              t('form.created', {
                what: label(resource.label.one),
                title: String(record[resource.title] ?? ''),
              }),
              mayDelete ? operationId : undefined,
            )
          }}
          bar={
            <>
              <Button type="submit" loading={state.saving}>
                {t('form.save')}
              </Button>
              <Button variant="default" onClick={close}>
                {t('form.cancel')}
              </Button>
            </>
          }
        />
      </MantineThemeProvider>
    </Dialog>
  )
}
