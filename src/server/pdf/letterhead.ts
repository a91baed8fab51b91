/** The organisation as its documents show it. */
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

/** The letterhead of an organisation that entered only its name. */
export const plainSeller = (name: string): Letterhead => ({ name, lines: [], footer: [] })
