import { csvOf, exportFields } from '../exchange/csv.ts'
import type { CollectionParts } from './collections.ts'
import { notFound } from './problem.ts'
import type { Services } from '../services.ts'

/** The rows of a list as CSV, streamed. */
export const csvExport = ({ reader }: Pick<Services, 'reader'>): CollectionParts['exportCsv'] => (resource, query, access) =>
  csvOf(exportFields(resource, access, query.fields), reader.stream(resource, query, access))

export const importStarter = (_services: Services): CollectionParts['startImport'] => () => { throw notFound('import') }
