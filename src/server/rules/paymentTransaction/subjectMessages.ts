/** Why a subject cannot be paid. One without a number yet is "this invoice". */
import { inside, say, type Said } from '#model/message.ts'
import { words } from '#schemas/define/words.ts'
import type { Money } from '#schemas/define/fields.ts'
import type { Ledger } from './ledger.ts'
import type { Subject } from './subject.ts'

type Named = Pick<Subject, 'label' | 'number'>

/** That its state takes no payments. */
export const notPayable = ({ label, number, state }: Named & Pick<Subject, 'state'>): Said => {
  const named = inside(words(state))
  return number === null
    ? say('This {{what}} is {{state}}; it cannot be paid.', { what: inside(label), state: named })
    : say('{{what}} {{number}} is {{state}}; it cannot be paid.', {
        what: { label },
        number,
        state: named,
      })
}

/** How much of it can still be paid. */
export const onlyDue = ({ label, number }: Named, amount: Money): Said =>
  number === null
    ? say('Only {{amount}} of this {{what}} is still due.', { what: inside(label), amount })
    : say('Only {{amount}} of {{what}} {{number}} is still due.', {
        what: inside(label),
        number,
        amount,
      })

/** That nothing is due: it is paid, or a payment is on its way. */
export const nothingDue = ({ label, number }: Named, { processing }: Ledger): Said => {
  const what = inside(label)
  if (number === null) {
    return processing > 0
      ? say('A payment for this {{what}} is already on its way; nothing else is due.', { what })
      : say('This {{what}} is paid in full.', { what })
  }
  return processing > 0
    ? say('A payment for {{what}} {{number}} is already on its way; nothing else is due.', {
        what,
        number,
      })
    : say('{{what}} {{number}} is paid in full.', { what: { label }, number })
}
