import { checkWhere } from './checkWhere.ts'
import { namesIn } from './detail.ts'
import { problem, type Check } from './problem.ts'
import type { WorklistDef } from './worklists.ts'

/** Checks worklists: their fields exist, what is due is a day or an instant, and spans fit it. */
export const checkWorklists: Check = function* (subject, all) {
  for (const [name, worklist] of Object.entries(
    (subject.def.worklists ?? {}) as Record<string, WorklistDef>,
  )) {
    const at = `${subject.def.name}.worklists.${name}`
    yield* checkWhere('worklist', worklist.where, `${at}.where`, subject, all)
    const due = worklist.due && subject.field(worklist.due.at)
    if (worklist.due && due?.kind !== 'day' && due?.kind !== 'instant') {
      yield problem(
        due ? 'worklist.kind' : 'worklist.unknown',
        `${at}.due.at`,
        due
          ? `"${worklist.due.at}" is a ${due.kind}, not a day or an instant.`
          : `There is no field "${worklist.due.at}".`,
        'Name a day or an instant.',
      )
    }
    if (due?.kind === 'day' && worklist.due?.within?.endsWith('h')) {
      yield problem(
        'worklist.span',
        `${at}.due.within`,
        `"${worklist.due.at}" is a day; "${worklist.due.within}" counts hours.`,
        'Count days, such as 3d.',
      )
    }
    for (const span of [worklist.due?.within, worklist.due?.since]) {
      if (span !== undefined && !/^[1-9]\d{0,3}[hd]$/.test(span)) {
        yield problem(
          'worklist.span',
          `${at}.due`,
          `"${span}" is not a span.`,
          'Use a whole number of hours or days, such as 4h or 30d.',
        )
      }
    }
    if (worklist.mine && !subject.def.assignable) {
      yield problem(
        'worklist.mine',
        `${at}.mine`,
        'Records of this entity are not assigned to people.',
        'Declare assignable.',
      )
    }
    for (const field of [...(worklist.show ?? []).flatMap(namesIn), worklist.title ?? '']) {
      if (field && !subject.knows(field)) {
        yield problem(
          'worklist.unknown',
          `${at}.show`,
          `There is no field "${field}".`,
          'Name fields of the entity.',
        )
      }
    }
  }
}
