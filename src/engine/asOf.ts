/** The instant at which pages show records, from `?asOf=` in the URL. */
import { createContext } from 'react'

/** Reads the parameter `asOf`; undefined unless it is an instant in UTC. The server checks its form. */
export const readAsOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && raw.endsWith('Z') && Date.parse(raw) ? raw : undefined

/** The instant of the surrounding page; links inside keep it. Undefined: now. */
export const AsOf = createContext<string | undefined>(undefined)
