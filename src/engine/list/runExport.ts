/** Runs an export of a list: downloads it, or has the server prepare a large one. */
import { call, send } from '#data/api.ts'
import { followExport } from '../changes/followed.ts'
import type { ExportRequest } from './exportChoice.ts'
import { exportName, saveFile } from './exportList.ts'

/** More rows are prepared in the background. */
export const LARGE_ROWS = 5000
/** Longest address; a longer query is sent in a body, which only the background takes. */
const MAX_ADDRESS = 6000
/** Exports may be slow; ten minutes end one that hangs. */
const timeoutMs = 600_000

/**
 * Downloads a list, or starts the job that writes a large one, which the header follows. Returns
 * which of both it was. Throws `ApiProblem`.
 */
export const runExport = async (
  { resource, format, params }: ExportRequest,
  count: number,
): Promise<'downloaded' | 'started'> => {
  const { collection } = resource
  const query = String(params)
  if (count <= LARGE_ROWS && query.length <= MAX_ADDRESS) {
    const address = `/api/${collection}/export.${format}`
    const response = await send(address, { query: params, accept: '*/*', timeoutMs })
    await saveFile(response, exportName(resource, format))
    return 'downloaded'
  }
  const { body } = await call<{ data: { id: string } }>(`/api/${collection}/exports`, {
    method: 'POST',
    body: { format, query },
  })
  followExport(body.data.id)
  return 'started'
}
