/** Files of an export for people. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Where child rows are placed: joined in a cell, on lines of their own, or on further sheets. */
export type ChildPlace = 'cell' | 'lines' | 'sheets'

/** The places that each format has for child rows. */
export const childPlaces = {
  csv: ['cell', 'lines'],
  xlsx: ['cell', 'lines', 'sheets'],
} as const satisfies Record<ExportFormat, readonly ChildPlace[]>
