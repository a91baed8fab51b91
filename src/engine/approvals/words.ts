/** What a request for approval asks for, in words. */
import type { Approval } from '#data/approvals.ts'
import type { ApprovalState } from '#model/approvals.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { Tone } from '#ui/Badge.tsx'
import { inSentence, label, t } from '#ui/i18n.ts'
import { withInputs } from '../actions/inputs.ts'
import { modelOf } from '../resource.ts'

export const tones: Readonly<Record<ApprovalState, Tone>> = {
  pending: 'info',
  approved: 'info',
  applied: 'success',
  rejected: 'danger',
  expired: 'neutral',
  stale: 'warning',
  failed: 'danger',
  cancelled: 'neutral',
}

/** The change: `Refund`, `Edit`. */
export const changeOf = ({ kind, name, collection }: Approval): string => {
  if (kind === 'transition' || kind === 'action') {
    const resource = modelOf(collection)
    const move =
      resource?.transitions.find((x) => x.name === name) ??
      resource?.actions.find((a) => a.name === name)
    return move ? label(move.label) : (name ?? '')
  }
  return t(`approvals.kind_${kind ?? 'update'}`)
}

/** Name of the record, or how many of them: `120 customers`. */
export const recordOf = ({ collection, recordId, title, bulk }: Approval): string => {
  if (title !== null) return title
  const resource = modelOf(collection)
  const one = resource ? label(resource.label.one) : t('approvals.record')
  if (bulk && resource) {
    const many = label(bulk.count === 1 ? resource.label.one : resource.label.many)
    return t('approvals.records', { count: bulk.count, many: inSentence(many) })
  }
  return recordId === null ? one : `${one} ${recordId.slice(-8)}`
}

/** `Refund · PAY-000012`. */
export const titleOfApproval = (approval: Approval): string =>
  `${changeOf(approval)} · ${recordOf(approval)}`

/** Given values of an action with their fields, and the reason of a transition. */
export const inputOf = (
  { input, name, kind }: Approval,
  resource: ResourceModel | undefined,
): readonly { readonly field: FieldModel; readonly value: Json }[] => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  const action = resource?.actions.find((a) => a.name === name)
  const ofAction = resource && action ? withInputs(resource, action).fields : []
  const fields = kind === 'update' ? (resource?.fields ?? []) : ofAction
  return Object.entries(input).map(([key, value]) => ({
    field: fields.find((f) => f.name === key) ?? {
      name: key,
      label: key === 'reason' ? t('approvals.reason') : key,
      kind: 'longText',
      required: false,
    },
    value: typeof value === 'object' && !fields.some((f) => f.name === key) ? null : value,
  }))
}
