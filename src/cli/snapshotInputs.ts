/** Inputs of the screen snapshots, so that `npm run generate` redraws only what changed. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Model, ResourceModel } from '#model/types.ts'
import { builtInRoles, type BuiltInRole } from '#server/rules/userRole/builtin.ts'
import { at } from './lib/paths.mjs'

const file = at('tests/suites/screens/inputs.json')
const folder = at('tests/suites/screens/__snapshots__')

/** Collections a resource names in its references, its tabs and elsewhere in its declaration. */
const neighbours = (model: Model, resource: ResourceModel): ResourceModel[] => {
  const text = JSON.stringify(resource)
  return model.resources.filter((r) => text.includes(`"${r.collection}"`))
}

/** The part of the roles that screens of these entities show: grants that can concern them. */
const rolesOf = (
  model: Model,
  shown: readonly ResourceModel[],
  roles: readonly BuiltInRole[],
): unknown => {
  // Screens of roles show their names, descriptions and grants.
  if (shown.some((r) => r.entity === 'userRole')) return roles
  const others = new Set(
    model.resources.filter((r) => r.path && !shown.includes(r)).map((r) => r.entity),
  )
  const concerning = (grants: readonly string[]): string[] =>
    grants.filter((grant) => !others.has(grant.split('.')[0]!))
  return roles.map(({ id, grants }) => [id, concerning(grants.allow), concerning(grants.deny)])
}

/**
 * One hash per entity over every declaration its screens show: the entity, those it names, and what
 * the built-in roles grant on them. Screen code is not included; after a change there, `npm run
 * generate -- --all` redraws all of them.
 */
export const screenInputs = (
  model: Model,
  roles: readonly BuiltInRole[] = builtInRoles,
): Record<string, string> =>
  Object.fromEntries(
    model.resources.map((resource) => {
      const named = neighbours(model, resource)
      return [
        resource.entity,
        createHash('sha256')
          .update(JSON.stringify([rolesOf(model, [resource, ...named], roles), resource, named]))
          .digest('hex')
          .slice(0, 16),
      ]
    }),
  )

/** Reads the committed inputs of the snapshots. */
export const keptInputs = (): Record<string, string> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}

/** Entities whose snapshots were drawn from other inputs. */
export const outdated = (model: Model): string[] => {
  const kept = new Map(Object.entries(keptInputs()))
  return Object.entries(screenInputs(model)).flatMap(([entity, hash]) =>
    kept.get(entity) === hash ? [] : [entity],
  )
}

/** Removes screen snapshots of the given entities and of entities that no longer exist. */
export const removeSnapshots = (model: Model, entities: readonly string[]): void => {
  const gone = (entity: string): boolean =>
    entity !== 'shell' && !model.resources.some((r) => r.entity === entity)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [entity = ''] = name.split('.')
    if (entities.includes(entity) || gone(entity)) rmSync(path.join(folder, name))
  }
}

/** Records what the snapshots were drawn from. */
export const keepInputs = (model: Model): void =>
  writeFileSync(file, `${JSON.stringify(screenInputs(model), null, 2)}\n`)
