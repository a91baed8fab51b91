import { useState } from 'react'

/**
 * A picker's list opens on a click, an arrow key or typing. Not on focus alone, which also comes
 * from a rejected submit and from the Tab key.
 *
 * Its options are in the page from the first focus on: those of a whole form are hundreds of
 * elements, and most are never looked at. `used` is true from then on.
 */
export const useListOpening = () => {
  const [used, setUsed] = useState(false)
  return {
    used,
    opening: {
      openOnFocus: false,
      comboboxProps: { keepMounted: used },
      onFocus: () => setUsed(true),
    },
  }
}
