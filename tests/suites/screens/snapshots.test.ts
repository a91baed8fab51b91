import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keptInputs, screenInputs } from '#cli/snapshotInputs.ts'
import { compileModel } from '#model/compile.ts'
import { builtInRoles, type BuiltInRole } from '#server/rules/userRole/builtin.ts'
import { resources } from '#schemas/index.ts'

test('no snapshot belongs to a removed entity; `npm run generate` deletes them', () => {
  const known = new Set(['shell', ...Object.keys(resources)])
  expect(
    readdirSync(path.join(import.meta.dirname, '__snapshots__')).filter(
      (file) => !known.has(file.split('.')[0]!),
    ),
  ).toEqual([])
})

test('the snapshots match the current schemas; `npm run generate` updates them', () => {
  expect(keptInputs()).toEqual(screenInputs(compileModel(resources)))
})

test('a changed grant invalidates the affected screens, a changed role text only screens that show roles', () => {
  const model = compileModel(resources)
  const before = new Map(Object.entries(screenInputs(model)))
  const outdatedBy = (change: (role: BuiltInRole) => BuiltInRole): string[] =>
    Object.entries(screenInputs(model, builtInRoles.map(change))).flatMap(([entity, hash]) =>
      before.get(entity) === hash ? [] : [entity],
    )
  const granting = (grant: string) =>
    outdatedBy((role) => ({
      ...role,
      grants: { ...role.grants, deny: [...role.grants.deny, grant] },
    }))
  expect(granting('*.export')).toEqual(model.resources.map((r) => r.entity))
  const ofMacros = granting('macro.delete')
  expect(ofMacros).toContain('macro')
  expect(ofMacros).toContain('userRole')
  expect(ofMacros).not.toContain('facility')
  const reworded = outdatedBy((role) => ({ ...role, description: 'Other words' }))
  expect(reworded).toContain('userRole')
  expect(reworded).not.toContain('facility')
})
