/** Labels of controls, looked up once for a document instead of once per control. */

const CONTROLS = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]

let known: ReadonlyMap<Element, readonly Element[]> | undefined

// jsdom walks the whole document for each control: an eighth of the time of all screens.
for (const { prototype } of CONTROLS) {
  const { get, ...rest } = Object.getOwnPropertyDescriptor(prototype, 'labels')!
  Object.defineProperty(prototype, 'labels', {
    ...rest,
    get(this: Element): unknown {
      return known ? (known.get(this) ?? []) : get!.call(this)
    },
  })
}

/**
 * Runs `work`, which changes nothing in the document, with the `labels` of all its controls at
 * hand; returns its result. In it they are arrays, also of hidden inputs, which have none.
 */
export const withLabels = <T>(document: Document, work: () => T): T => {
  const found = new Map<Element, Element[]>()
  for (const label of Array.from(document.getElementsByTagName('label'))) {
    const { control } = label
    if (!control) continue
    const others = found.get(control)
    if (others) others.push(label)
    else found.set(control, [label])
  }
  known = found
  try {
    return work()
  } finally {
    known = undefined
  }
}
