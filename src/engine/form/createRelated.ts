import { createContext, createElement } from 'react'
import type { ResourceModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { showOver } from '../overlay.ts'

/** Opens the form of another entity over the page; `onCreated` receives the id of the new record. */
export type CreateRelated = (
  resource: ResourceModel,
  /** Title to start with. */
  title: string,
  onCreated: (id: string) => void,
) => void

const QuickCreate = lazy(async () => ({ default: (await import('./QuickCreate.tsx')).QuickCreate }))

/** Opens a drawer with the entity's own form. */
export const createRelated: CreateRelated = (resource, title, onCreated) =>
  showOver(createElement(QuickCreate, { resource, title, onCreated }))

/** Provided by the form of a page; pickers outside one, and in the drawer itself, create nothing. */
export const RelatedContext = createContext<CreateRelated | undefined>(undefined)
