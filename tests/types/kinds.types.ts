// Compiled, never run: every line is a type assertion.
import { filters } from '#engine/kinds/filters.ts'
import { inputs } from '#engine/kinds/inputs.ts'
import { lists } from '#engine/kinds/lists.ts'
import { samples } from '#engine/kinds/samples.ts'
import type { FilterKind, InputKind, ListKind, Sample, ValueKind } from '#engine/kinds/types.ts'
import { values } from '#engine/kinds/values.ts'
import { serverKinds } from '#server/kinds/index.ts'
import type { ServerKind } from '#server/kinds/types.ts'
import type { Kind } from '#schemas/define/kinds.ts'

/* a kind without a part */
const { rating: _list, ...listsBut } = lists
// @ts-expect-error every kind has a format and a column
export const unlisted: Record<Kind, ListKind> = listsBut
const { rating: _value, ...valuesBut } = values
// @ts-expect-error every kind has a value
export const unshown: Record<Kind, ValueKind> = valuesBut
const { rating: _input, ...inputsBut } = inputs
// @ts-expect-error every kind has an input, or says that it has none
export const unedited: Record<Kind, InputKind> = inputsBut
const { rating: _filter, ...filtersBut } = filters
// @ts-expect-error every kind has a filter
export const unfiltered: Record<Kind, FilterKind> = filtersBut
const { rating: _sample, ...samplesBut } = samples
// @ts-expect-error every kind has a sample
export const unsampled: Record<Kind, Sample> = samplesBut

const { rating: _server, ...serverBut } = serverKinds
// @ts-expect-error every kind has a file on the server
export const unserved: Record<Kind, ServerKind> = serverBut

/* a part that lacks something */
// @ts-expect-error a kind on the server has a column, a generated value and both codecs
export const half: ServerKind = { column: null, fill: () => null, read: (_, text) => text }
// @ts-expect-error a kind says which column it has, or null
export const columnless: ListKind = { format: () => String }
// @ts-expect-error a type of input that browsers do not have
export const mistyped: FilterKind['input'] = 'stars'
