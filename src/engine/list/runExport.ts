/** Runs an export of a list: downloads it, or has the server prepare a large one. */
import { call, send } from '#data/api.ts'
import { t, textLanguage } from '#ui/i18n.ts'
import { saveFile } from '#ui/saveFile.ts'
import { toast } from '#ui/toast.ts'
import { followExport } from '../changes/followed.ts'
import { exportRequest, type ExportedList, type ExportRequest } from './exportChoice.ts'
import { shownForExport, withheldText } from './exportedColumns.ts'
import { exportName } from './exportList.ts'
import type { ListSetup } from './useList.ts'

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

/**
 * Exports the selected rows as CSV for people, with the columns of the list, as far as the person
 * `holds` the permissions to export them.
 */
export const exportSelection = async (
  list: ExportedList & Pick<ListSetup, 'columns' | 'preference'>,
  count: number,
  holds: (key: string) => boolean,
): Promise<void> => {
  const { open, withheld } = shownForExport(list, holds)
  await runExport(
    exportRequest(
      list,
      {
        file: 'csv',
        rows: 'selected',
        columns: open.map((c) => c.name),
        keys: false,
        ids: false,
        children: 'none',
      },
      textLanguage(),
    ),
    count,
  )
  const note = withheldText(withheld)
  if (note !== undefined) toast.info(note)
}
