/** Names of filter operators. Pure. */
import type { Kind, Operator } from '#schemas/define/kinds.ts'
import { t } from '#ui/i18n.ts'

const TIMES: ReadonlySet<Kind> = new Set<Kind>(['day', 'instant', 'time'])

/** `at least`; for days and instants `on or after`. */
export const operatorLabel = (kind: Kind, op: Operator): string =>
  TIMES.has(kind) && (op === 'lt' || op === 'lte' || op === 'gt' || op === 'gte')
    ? t(`list.opTime.${op}`)
    : t(`list.op.${op}`)
