/** Saved views of lists and mappings of imports: their shapes, and what a reader sees of them. */
import { say, type Said } from '#model/message.ts'
import * as z from 'zod'
import { mappingSchema } from '#model/importMapping.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import { cutView } from '#model/viewParts.ts'
import {
  densities,
  MAX_MAPPING_COLUMNS,
  MAX_MAPPING_TEXT,
  MAX_VIEW_COLUMNS,
  MAX_VIEW_SEARCH,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  type MappingState,
  type ViewKind,
  type ViewState,
} from '#model/views.ts'
import { zodText } from '../base/issues.ts'
import { cutMapping } from '../exchange/cutMapping.ts'
import type { Access } from '../permissions/types.ts'
import { allowedBy } from '../store/read/statement.ts'

/** What a view or a mapping holds. */
export type SavedState = ViewState | MappingState

/** Who reads it, and whether it is theirs. */
interface Reader {
  readonly access: Access
  readonly mine: boolean
}

interface Kind {
  /** Messages: a part that it cannot hold, and parts that the caller may not see. */
  readonly refusal: (what: string) => Said
  readonly hiddenParts: string
  /** The permission that opens its page. */
  readonly key: (resource: ResourceModel) => string
  readonly shape: z.ZodType<SavedState>
  /** The parts a reader may see and use, and the names of those left out. */
  readonly cut: (
    resource: ResourceModel,
    model: Model,
    state: SavedState,
    reader: Reader,
  ) => { readonly state: SavedState; readonly missing: readonly string[] }
}

const word = z.string().min(1).max(80)
const device = z.strictObject({
  layout: word.exactOptional(),
  density: z.enum(densities).exactOptional(),
  widths: z.record(word, z.number().min(MIN_WIDTH_PX).max(MAX_WIDTH_PX)).exactOptional(),
})

const list: Kind = {
  refusal: (what) => say('A view cannot hold the {{what}}.', { what }),
  hiddenParts: 'This view has parts you may not see. Save yours as a new one.',
  key: ({ entity }) => `${entity}.list`,
  shape: z.strictObject({
    search: z.string().max(MAX_VIEW_SEARCH),
    columns: z.array(word).max(MAX_VIEW_COLUMNS).exactOptional(),
    pinned: z.array(word).max(MAX_VIEW_COLUMNS).exactOptional(),
    sums: z.literal(true).exactOptional(),
    wide: device.exactOptional(),
    narrow: device.exactOptional(),
  }),
  cut: (resource, model, state, { access, mine }) =>
    cutView(resource, model, state as ViewState, { allowed: allowedBy(access), mine }),
}

const mapping: Kind = {
  refusal: (what) => say('A mapping cannot hold the {{what}}.', { what }),
  hiddenParts: 'This mapping has parts you may not see. Save yours as a new one.',
  key: ({ entity }) => `${entity}.import`,
  shape: z.strictObject({
    columns: z.array(z.string().min(1).max(200)).min(1).max(MAX_MAPPING_COLUMNS),
    mapping: mappingSchema
      .refine(({ fields }) => Object.keys(fields).length > 0, 'Map at least one field')
      .refine(
        (given) => JSON.stringify(given).length <= MAX_MAPPING_TEXT,
        zodText(say('A mapping has {{n}} characters at most', { n: MAX_MAPPING_TEXT })),
      ),
    upsertBy: z.string().min(1).max(120).exactOptional(),
    history: z.boolean().exactOptional(),
  }),
  cut: (resource, model, state, { access }) =>
    cutMapping(model, resource, state as MappingState, access),
}

/** By the name under which it is stored. */
export const kinds: Readonly<Record<ViewKind, Kind>> = { list, import: mapping }
