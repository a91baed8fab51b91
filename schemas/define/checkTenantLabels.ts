import { problem, type Check, type Subject } from './problem.ts'

interface Worded {
  readonly label: string
  readonly tenantLabel?: string
}

/** Label, label for people of a tenant, and place of each one that an entity declares. */
const tenantLabels = ({ def }: Subject): (readonly [own: string, tenant: string, at: string])[] => {
  const { label, tenantLabel } = def
  const single = (part: string, given: object | undefined) =>
    Object.entries((given ?? {}) as Record<string, Worded>).flatMap(([name, each]) =>
      each.tenantLabel === undefined
        ? []
        : [[each.label, each.tenantLabel, `${def.name}.${part}.${name}.tenantLabel`] as const],
    )
  return [
    ...(tenantLabel
      ? (['one', 'many'] as const).map(
          (form) => [label[form], tenantLabel[form], `${def.name}.tenantLabel.${form}`] as const,
        )
      : []),
    ...single('list.queues', def.list?.queues),
    ...single('metrics', def.metrics),
    ...single('worklists', def.worklists),
  ]
}

/** Checks labels for people of a tenant: somebody reads them, and one label has one of them. */
export const checkTenantLabels: Check = function* (subject, all) {
  const { scope } = subject.def
  const others = all.flatMap(tenantLabels)
  for (const [own, tenant, at] of tenantLabels(subject)) {
    if (scope === undefined || scope === 'staff') {
      yield problem(
        'tenantLabel.unseen',
        at,
        'People of a tenant see no rows of this entity.',
        'Remove it, or declare scope.',
      )
    }
    const other = others.find(([label, words]) => label === own && words !== tenant)
    if (other) {
      yield problem(
        'tenantLabel.twice',
        at,
        `"${own}" is "${other[1]}" at ${other[2]}: a label has one wording for a tenant.`,
        'Use the same words, or give one of them another label.',
      )
    }
  }
}
