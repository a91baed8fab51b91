import { createContext } from 'react'

/** The currency of amounts that have none yet: that of the record around them, where it has one. */
export const UsualCurrency = createContext<string | undefined>(undefined)
