import type { CollectionParts } from './collections.ts'
import { notFound } from './problem.ts'
import type { Services } from '../services.ts'

export const csvExport = (_services: Services): CollectionParts['exportCsv'] => () => { throw notFound('export') }
export const importStarter = (_services: Services): CollectionParts['startImport'] => () => { throw notFound('import') }
