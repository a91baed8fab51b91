/** The instant at which pages show records, from `?asOf=` in the URL. */
import { createContext } from 'react'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** Reads the parameter `asOf`; undefined unless it is an instant in UTC. */
export const readAsOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && INSTANT.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined

/** The instant of the surrounding page; links inside keep it. Undefined: now. */
export const AsOf = createContext<string | undefined>(undefined)
