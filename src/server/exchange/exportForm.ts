/** Forms of an export: exact values for programs and import, or for people to read. */
import type { ExportFormat } from '#model/exportForms.ts'
import type { ListQuery } from '#model/query.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { csvOf, exportFields } from './csv.ts'
import { peopleExport, type ExportReads } from './people/export.ts'
import type { Readers } from './people/readers.ts'

/** A file to make of a list; without `readers` its values are exact, which only CSV can be. */
export interface ExportForm {
  readonly format: ExportFormat
  readonly readers?: Readers
}

/** The type of content of each format. */
export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Streams a list as a file, of what the caller may read. */
export const exportBytes = (
  resource: ResourceModel,
  query: ListQuery,
  access: Access,
  { format, readers }: ExportForm,
  reads: ExportReads,
): AsyncIterable<Uint8Array> =>
  readers
    ? peopleExport(format, { ...reads, resource, query, access, readers })
    : csvOf(exportFields(resource, access, query.fields), reads.rows(query))
