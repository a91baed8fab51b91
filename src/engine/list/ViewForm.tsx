import type { SavedView } from '#model/views.ts'
import { useTranslation } from '#ui/i18n.ts'
import { SavedForm } from './SavedForm.tsx'
import type { ListSetup } from './useList.ts'
import { useViewActions, viewWords } from './useViewActions.ts'

/** Saves what the list shows as a new view, or changes the name and audience of `view`. */
export const ViewForm = ({
  list,
  view,
  onDone,
}: {
  readonly list: ListSetup
  readonly view?: SavedView
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  const actions = useViewActions(list)
  return (
    <SavedForm
      view={view}
      words={viewWords()}
      everyone={t('list.viewForEveryone')}
      defaults
      onSave={async (values) => {
        if (view) await actions.change(view, values)
        else await actions.create(values)
        onDone()
      }}
    />
  )
}
