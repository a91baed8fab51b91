import type { ResourceModel } from '../types.ts'
import type { PathItem } from './operations.ts'
import { revealPaths } from './reveal.ts'
import { exportPaths } from './exports.ts'
import { readingPaths } from './reading.ts'
import { actionPaths, creationPaths, recordChangePaths } from './writing.ts'

/** Joins the methods of paths that occur in several parts. */
const merged = (parts: readonly Readonly<Record<string, PathItem>>[]): Record<string, PathItem> => {
  const paths: Record<string, PathItem> = {}
  for (const [path, item] of parts.flatMap((part) => Object.entries(part))) {
    paths[path] = { ...paths[path], ...item }
  }
  return paths
}

/** All paths of one collection; same order and number as the mounted routes. */
export const collectionPaths = (resource: ResourceModel): Record<string, PathItem> =>
  merged([
    readingPaths(resource),
    exportPaths(resource),
    revealPaths(resource),
    ...(resource.readOnly ? [] : [creationPaths(resource)]),
    actionPaths(resource),
    ...(resource.readOnly || resource.appendOnly ? [] : [recordChangePaths(resource)]),
  ])
