import type { SummaryPart } from './detail.ts'
import type { ApproverKey } from './approvals.ts'

/** Field → required value, or allowed values; `state` takes the states of the entity. */
export type WorklistWhere<Name extends string = string, State extends string = string> = {
  readonly [F in Name | `${Name}.${string}`]?: string | readonly string[]
} & { readonly state?: State | readonly State[] }

/** When a record of a worklist is due. */
export interface WorklistDue<Name extends string = string> {
  /** A day or an instant. */
  readonly at: Name
  /** How far ahead it already counts: `4h`, `30d`; days take only `d`. Default: by the end of today. */
  readonly within?: `${number}h` | `${number}d`
  /** Leaves out what was due longer ago: `7d`. Default: nothing is left out. */
  readonly since?: `${number}d`
}

/**
 * Records that wait for somebody. The home page shows a worklist to those who may do what it waits
 * for, with the rows their lists show, earliest due first.
 */
export interface WorklistDef<
  Name extends string = string,
  State extends string = string,
  Inputs = Record<string, never>,
> {
  /** In sentence case: `Arrivals today`. */
  readonly label: string
  /** In the words of people of a tenant, if theirs differ: `Your documents to renew`. */
  readonly tenantLabel?: string
  /** The permission, without the entity: people without it do not get the worklist. */
  readonly can: ApproverKey<State, Inputs> | 'assign'
  readonly where?: WorklistWhere<Name, State>
  readonly due?: WorklistDue<Name>
  /** Only records assigned to the viewer or to nobody; needs `assignable`. */
  readonly mine?: true
  /** The field that names a row, such as its guest. Default: the record's title. */
  readonly title?: Name
  /** What a row says below its title. Default: the summary of the record's page. */
  readonly show?: readonly SummaryPart<Name, State>[]
}

/** Milliseconds of `4h` or `30d`. */
export const spanMs = (span: `${number}h` | `${number}d`): number =>
  Number(span.slice(0, -1)) * (span.endsWith('h') ? 3_600_000 : 86_400_000)
