import { data, operation, query, type PathItem } from './operations.ts'
import type { Schema } from './schemas.ts'
import {
  boolean,
  day,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  string,
  uuid,
} from './shapes.ts'

const amounts = list(object({ amount: number, currency: string }))
const metricValue: Schema = { oneOf: [number, { type: 'null' }, amounts] }
const series = list(
  object({ currency: nullable('string'), points: list({ type: ['number', 'null'] }) }),
)
const metric = object({
  name: string,
  label: string,
  collection: string,
  unit: { type: 'string', enum: ['count', 'money', 'share'] },
  good: { type: ['string', 'null'], enum: ['more', 'less', null] },
  chart: boolean,
  value: metricValue,
  previous: metricValue,
  records: integer,
  series,
  before: series,
  filter: { type: 'object' },
})
const dashboard = object({
  from: day,
  to: day,
  previous: object({ from: day, to: day }),
  grain: { type: 'string', enum: ['day', 'week', 'month'] },
  timeZone: string,
  steps: list(day),
  metrics: list(metric),
  top: list(
    object({
      metric: string,
      collection: string,
      field: string,
      target: string,
      rows: list(object({ id: uuid, title: string, records: integer, sums: amounts })),
    }),
  ),
  activity: list(
    object({
      at: instant,
      actor: nullable('string'),
      collection: string,
      id: uuid,
      title: string,
      action: string,
      state: nullable('string'),
    }),
  ),
})

const worklist = object({
  name: string,
  label: string,
  collection: string,
  filter: { type: 'object' },
  sort: string,
  due: nullable('string'),
  title: nullable('string'),
  total: integer,
  totalIsExact: boolean,
  rows: list({ type: 'object' }),
  included: { type: 'object' },
  show: list({ oneOf: [string, { type: 'object' }] }),
})

/** Calls of the home page. */
export const dashboardPaths: Readonly<Record<string, PathItem>> = {
  '/api/dashboard': {
    get: operation({
      id: 'dashboard',
      summary: 'Metrics of a period beside the one before',
      tag: 'Server',
      problems: [400],
      parameters: [
        query('from', "First day, in the organisation's zone. Default thirty days back.", day),
        query('to', 'Last day. Default today.', day),
      ],
      response: {
        status: 200,
        description:
          'Those the caller may read. `filter` of a metric finds the records behind it in the list of its collection.',
        schema: data(dashboard),
      },
    }),
  },
  '/api/worklists': {
    get: operation({
      id: 'worklists',
      summary: 'Records that wait for the caller',
      tag: 'Server',
      problems: [400],
      response: {
        status: 200,
        description:
          'Worklists the entities declare for what the caller may do, each with its first rows, earliest due first. `filter` finds all of them in the list of its collection.',
        schema: data(list(worklist)),
      },
    }),
  },
}
