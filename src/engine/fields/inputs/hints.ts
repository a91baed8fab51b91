/** Gives the fields of the model their hints, before the first input shows one. */
import built from 'virtual:hints'
import { giveHints, type Hints } from '#model/hints.ts'
import { allResources } from '../../resource.ts'

let hints = built
const give = (): void => giveHints({ resources: allResources() }, hints)
give()

// In the dev server a saved schema replaces the previous one, and its model comes after the hints.
import.meta.hot?.accept('virtual:hints', (saved) => {
  if (saved) hints = saved.default as Hints
})
if (import.meta.hot) addEventListener('model', give)
