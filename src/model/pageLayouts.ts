/**
 * How the pages of records read, as the browser gets it: what is declared besides the tabs, with
 * fields by their position. Pure.
 */
import { own } from '#schemas/define/own.ts'
import { filled } from './compact.ts'
import type { Model, ResourceModel } from './types.ts'

type Layout = Omit<ResourceModel['detail'], 'tabs'>

/** Declared layouts by collection, with positions of fields instead of their names. */
export type PageLayouts = Readonly<Record<string, object>>

/** The declared layouts; a word that is also the name of a field becomes its position as well. */
export const pageLayoutsOf = ({ resources }: Model): PageLayouts =>
  filled(
    resources.map(({ collection, fields, detail: { tabs: _tabs, ...layout } }) => {
      const positions = new Map<unknown, number>(fields.map(({ name }, i) => [name, i]))
      return [
        collection,
        JSON.parse(JSON.stringify(layout, (_, v: unknown) => positions.get(v) ?? v)) as object,
      ]
    }),
  )

/** The declared layout of a resource. */
export const pageLayoutIn = (
  layouts: PageLayouts,
  { collection, fields }: Pick<ResourceModel, 'collection' | 'fields'>,
): Layout =>
  JSON.parse(JSON.stringify(own(layouts, collection) ?? {}), (_, v: unknown) =>
    typeof v === 'number' ? fields.at(v)?.name : v,
  ) as Layout
