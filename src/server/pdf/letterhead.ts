/** What documents show of the organisation that sends them. */
export interface Letterhead {
  readonly name: string
  /** Lines at the top right; the first is bold. */
  readonly lines: readonly string[]
  /** Lines at the bottom of each page. */
  readonly footer: readonly string[]
  /** PNG or JPEG, shown instead of the name. */
  readonly logo?: Uint8Array
  /** Colour of the titles, `#rrggbb`. */
  readonly colour?: string
}

/** The letterhead of an organisation that has entered nothing but its name. */
export const plainSeller = (name: string): Letterhead => ({ name, lines: [], footer: [] })
