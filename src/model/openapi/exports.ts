import { childPlaces, exportFormats, type ExportFormat } from '../exportForms.ts'
import type { ResourceModel } from '../types.ts'
import { data, headers, idempotencyKey, operation, query, type PathItem } from './operations.ts'
import { listParameters } from './reading.ts'
import { pascal, reference, type Schema } from './schemas.ts'

/** The parameters of the list; one for people also has fields of related records. */
const listed = (resource: ResourceModel): Schema[] => [
  ...listParameters(resource).filter(({ name }) => name !== 'fields'),
  query(
    'fields',
    'Only these fields, by comma. For people also those of a referenced record, such as `customer.email`, where the caller may list and export such records.',
  ),
]

/** How an export for people is written. */
const exportParameters = (format: ExportFormat) => [
  query('language', 'Language of the labels for people.', {
    type: 'string',
    enum: ['en', 'pt', 'ar'],
  }),
  query('tz', 'IANA time zone of instants for people.', {
    type: 'string',
    examples: ['Europe/Lisbon'],
  }),
  query('headers', 'Names of fields and codes of choices instead of labels, for people.', {
    type: 'string',
    enum: ['labels', 'names'],
  }),
  query('ids', 'Ids beside titles, for people.', { type: 'string', enum: ['true', 'false'] }),
  query('children', 'Where child rows are placed, for people: in one cell, on lines, on sheets.', {
    type: 'string',
    enum: [...childPlaces[format]],
  }),
]

const exportBody: Schema = {
  type: 'object',
  required: ['format'],
  additionalProperties: false,
  properties: {
    format: { type: 'string', enum: [...exportFormats] },
    query: {
      type: 'string',
      maxLength: 100_000,
      description: 'The parameters of `export.csv` or `export.xlsx`, as in an address.',
      examples: ['filter[state]=active&sort=-createdAt&for=people'],
    },
  },
}

/** Exports of a list, as files and in the background. */
export const exportPaths = (resource: ResourceModel): Record<string, PathItem> => {
  const base = `/api/${resource.collection}`
  const name = pascal(resource.entity)
  const many = resource.label.many.toLowerCase()
  const tag = resource.label.many
  return {
    [`${base}/export.csv`]: {
      get: operation({
        id: `export${name}Csv`,
        summary: `Export ${many} as CSV`,
        tag,
        parameters: [
          ...listed(resource),
          query('for', 'Labels, decimal amounts and titles instead of exact values.', {
            type: 'string',
            enum: ['people'],
          }),
          ...exportParameters('csv'),
        ],
        problems: [400, 403],
        response: {
          status: 200,
          description: 'All rows of the list.',
          type: 'text/csv',
          schema: { type: 'string' },
        },
      }),
    },
    [`${base}/export.xlsx`]: {
      get: operation({
        id: `export${name}Xlsx`,
        summary: `Export ${many} as an Excel workbook`,
        tag,
        parameters: [...listed(resource), ...exportParameters('xlsx')],
        problems: [400, 403],
        response: {
          status: 200,
          description: 'All rows of the list, for people.',
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          schema: { type: 'string', format: 'binary' },
        },
      }),
    },
    [`${base}/exports`]: {
      post: operation({
        id: `export${name}Later`,
        summary: `Export ${many} in the background`,
        tag,
        parameters: [idempotencyKey],
        problems: [400, 403, 413, 415, 422, 429],
        body: exportBody,
        response: {
          status: 202,
          description:
            'The job that writes the file; its `result.file` is the address of it for a day, for who asked.',
          headers: { Location: headers.Location },
          schema: data(reference('Job')),
        },
      }),
    },
  }
}
