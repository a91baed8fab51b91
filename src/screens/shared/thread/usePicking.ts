import { useState, type KeyboardEvent } from 'react'
import { useChoices, type Choice } from './Picker.tsx'
import { triggerAt } from './trigger.ts'

const stepOf = (key: string) => {
  if (key === 'ArrowDown') return 1
  return key === 'ArrowUp' ? -1 : 0
}

/** The list of canned replies or people that a trigger character in the text opens. */
export const usePicking = (
  value: string,
  {
    note,
    conversation,
    disabled,
  }: {
    readonly note: boolean
    readonly conversation: string | undefined
    readonly disabled: boolean
  },
) => {
  const [cursor, setCursor] = useState<number>()
  const [active, setActive] = useState(0)
  const trigger = cursor === undefined || disabled ? undefined : triggerAt(value, cursor, note)
  const choices = useChoices(trigger, conversation)
  const open = trigger && choices.length ? trigger : undefined
  const at = Math.min(active, choices.length - 1)
  return {
    /** The trigger whose list is open. */
    open,
    choices,
    /** Index of the choice that Enter picks. */
    at,
    cursor,
    setCursor,
    /** Follows the cursor after the text changed. */
    follow: (caret: number | undefined) => {
      setCursor(caret)
      setActive(0)
    },
    close: () => setCursor(undefined),
    /** Handles keys for the open list; returns false for keys it leaves to the text. */
    onKey: (e: KeyboardEvent, pick: (choice: Choice) => void): boolean => {
      if (!open) return false
      const step = stepOf(e.key)
      if (step) setActive((at + step + choices.length) % choices.length)
      else if (e.key === 'Enter' || e.key === 'Tab') pick(choices[at]!)
      else if (e.key === 'Escape') {
        e.stopPropagation()
        setCursor(undefined)
      } else return false
      e.preventDefault()
      return true
    },
  }
}
