/** What people of a tenant read in place of the words of our own staff. */
import type { Model } from './types.ts'

/** A label of the schemas, in English → the label for people of a tenant. */
export type TenantWords = Readonly<Record<string, string>>

interface Worded {
  readonly label: string
  readonly tenantLabel?: string
}

/**
 * Collects the labels that differ. A label is replaced wherever it is shown: that of an entity also
 * names the fields that refer to it.
 */
export const tenantWordsOf = ({ resources }: Model): TenantWords =>
  Object.fromEntries(
    resources.flatMap(({ label, tenantLabel, list, metrics, worklists }) => {
      const single: readonly Worded[] = [
        ...(list.queues ?? []),
        ...Object.values(metrics ?? {}),
        ...Object.values(worklists ?? {}),
      ]
      return [
        ...(tenantLabel
          ? [
              [label.one, tenantLabel.one],
              [label.many, tenantLabel.many],
            ]
          : []),
        ...single.flatMap((each) => (each.tenantLabel ? [[each.label, each.tenantLabel]] : [])),
      ]
    }),
  )
