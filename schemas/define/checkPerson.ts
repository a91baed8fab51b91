import { problem, type Check } from './problem.ts'

/** Checks what is declared for people who sign in, and for roles: their fields and states. */
export const checkPerson: Check = function* ({ def, field }) {
  const at = def.name
  for (const [role, name] of Object.entries(def.person ?? {}).filter(
    ([r]) => r !== 'active' && r !== 'requested',
  )) {
    if (!field(String(name))) {
      yield problem(
        'person.unknown',
        `${at}.person.${role}`,
        `There is no field "${String(name)}".`,
        'Name a field of the shape.',
      )
    }
  }
  for (const state of def.person ? [def.person.active, def.person.requested] : []) {
    if (!Object.hasOwn(def.states ?? {}, state)) {
      yield problem(
        'person.unknown',
        `${at}.person`,
        `There is no state "${state}".`,
        'Name a state of the lifecycle.',
      )
    }
  }
  for (const [role, kind] of [
    ['lastSeen', 'instant'],
    ['twoFactor', 'boolean'],
  ] as const) {
    const name = def.person?.[role]
    const f = name === undefined ? undefined : field(name)
    if (f && (f.kind !== kind || !f.derived)) {
      yield problem(
        'person.kind',
        `${at}.person.${role}`,
        `"${f.name}" is not a derived field of kind ${kind}.`,
        'The server keeps it up to date and nobody else may write it: use the kind, and `derived: true`.',
      )
    }
  }
  if (def.grants && !field(def.grants)) {
    yield problem(
      'grants.unknown',
      `${at}.grants`,
      `There is no field "${String(def.grants)}".`,
      'Name the field that holds the grants.',
    )
  }
}
