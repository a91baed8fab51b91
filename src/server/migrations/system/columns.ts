import * as pg from 'drizzle-orm/pg-core'

/** An instant, read as text. */
export const at = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'string' })

/** A transaction id of 64 bits. */
export const xid8 = pg.customType<{ data: string }>({ dataType: () => 'xid8' })
