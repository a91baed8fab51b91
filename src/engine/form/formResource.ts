import { createContext } from 'react'
import type { ResourceModel } from '#model/types.ts'

/** The resource whose form is open, for inputs that show what the record comes to. */
export const FormResource = createContext<ResourceModel | undefined>(undefined)
