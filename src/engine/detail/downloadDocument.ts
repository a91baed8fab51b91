import { send } from '#data/api.ts'
import type { RecordData } from '#data/types.ts'
import { DOCUMENT_TYPES, type DocumentType } from '#model/documentTypes.ts'
import type { ResourceModel } from '#model/types.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { saveFile } from '#ui/saveFile.ts'
import { titleOf } from '../recordActions.ts'

/** Downloads a document of a record; a failure is shown as a notification. */
export const downloadDocument = async (
  resource: ResourceModel,
  record: RecordData,
  name: string,
  type: DocumentType,
): Promise<void> => {
  try {
    const response = await send(`/api/${resource.collection}/${record.id}/${name}.${type}`, {
      accept: DOCUMENT_TYPES[type],
    })
    await saveFile(response, `${titleOf(resource, record)}.${type}`)
  } catch (error) {
    toast.error(error instanceof Error ? error.message : t('common.somethingWrong'))
  }
}
