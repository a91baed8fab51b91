/** Runs an export of a list: downloads it, or has the server prepare a large one. */
import { call, send } from '#data/api.ts'
import { t, textLanguage } from '#ui/i18n.ts'
import { saveFile } from '#ui/saveFile.ts'
import { toast } from '#ui/toast.ts'
import { followExport } from '../changes/followed.ts'
import { exportRequest, type ExportedList, type ExportRequest } from './exportChoice.ts'
import { exportName } from './exportList.ts'
import type { List } from './useList.ts'

/** More rows are prepared in the background. */
export const LARGE_ROWS = 5000
/** Longest address; a longer query is sent in a body, which only the background takes. */
const MAX_ADDRESS = 6000
/** Exports may be slow; ten minutes end one that hangs. */
const timeoutMs = 600_000

/**
 * Downloads a list, or starts the job that writes a large one, which the header follows. Throws
 * `ApiProblem`.
 */
export const runExport = async (
  { resource, format, params }: ExportRequest,
  count: number,
): Promise<void> => {
  const { collection } = resource
  const query = String(params)
  if (count <= LARGE_ROWS && query.length <= MAX_ADDRESS) {
    const address = `/api/${collection}/export.${format}`
    const response = await send(address, { query: params, accept: '*/*', timeoutMs })
    return saveFile(response, exportName(resource, format))
  }
  const { body } = await call<{ data: { id: string } }>(`/api/${collection}/exports`, {
    method: 'POST',
    body: { format, query },
  })
  followExport(body.data.id)
  toast.info(t('list.exportStarted'))
}

/** Exports the selected rows as CSV for people, with the columns of the list. */
export const exportSelection = (list: ExportedList & Pick<List, 'columns'>, count: number) =>
  runExport(
    exportRequest(
      list,
      {
        file: 'csv',
        rows: 'selected',
        columns: list.columns.map((c) => c.name),
        keys: false,
        ids: false,
        children: 'none',
      },
      textLanguage(),
    ),
    count,
  )
