/** Layouts of a list besides its table. */

/** Capacity of a calendar's rows, and which records take some of it. */
export interface CalendarCapacity<Name extends string = string> {
  /**
   * The child rows that define the capacity, behind the calendar's first field:
   * `'hotel.roomTypes'`.
   */
  readonly of: string
  /** Field of the child rows that equals the record's `match`. */
  readonly key: string
  /** Field of the record: the second of the calendar's `by`. */
  readonly match: Name
  /** Integer of the child rows: how many exist. */
  readonly count: string
  /** Text of the child rows, shown beside the key. */
  readonly label?: string
  /** Integer of the record: how many it takes. Default one. */
  readonly taken?: Name
  /** States in which a record takes capacity; default all. */
  readonly states?: readonly string[]
}

/** Layouts of a list besides its table, each available in its toolbar. */
export interface ListLayouts<Name extends string = string> {
  /** The field that refers to the parent record, in the same collection. */
  readonly tree?: Name
  /** The integer for manual ordering; lower comes first. */
  readonly order?: Name
  /** The picture of a card. */
  readonly grid?: Name
  /**
   * Stays between two days: one row per value of the second field of `by`, within one record of the
   * first.
   */
  readonly calendar?: {
    readonly from: Name
    readonly to: Name
    readonly by: readonly [Name, Name]
    /** Day of an early end, if any. */
    readonly ended?: Name
    /** Reference that names a stay, such as its guest. Default: the record's title. */
    readonly title?: Name
    /** Time zone that determines today: `'hotel.timezone'`. Default the person's. */
    readonly zone?: string
    readonly capacity?: CalendarCapacity<Name>
  }
  /** Sums of `sum` in groups by one of `by`. */
  readonly group?: { readonly by: readonly (Name | 'state')[]; readonly sum?: readonly Name[] }
}
