import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { peopleQuery, type Mentionable } from '#data/timeline.ts'
import type { ResourceModel } from '#model/types.ts'
import { encoded, typedName, withName } from './mentions.ts'

/** The text of a note to start with, and the people it mentions: their ids by name. */
export interface MentionedText {
  readonly text: string
  readonly chosen: ReadonlyMap<string, string>
}

/** The text of a note as it is typed, with suggestions for the name at the caret. */
export const useMentions = (
  resource: ResourceModel,
  id: string,
  given: MentionedText | undefined,
  typedAhead: () => string = () => '',
) => {
  const [text, setText] = useState(() => given?.text ?? typedAhead())
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const chosen = useRef(new Map(given?.chosen))
  const input = useRef<HTMLTextAreaElement>(null)
  const typed = typedName(text, caret)
  const { data } = useQuery({
    ...peopleQuery(resource, id, typed ?? ''),
    enabled: typed !== undefined,
  })
  const offered = typed === undefined ? [] : (data?.data ?? [])

  return {
    input,
    text,
    /** The text with mentions by id, as it is stored. */
    stored: () => encoded(text, chosen.current),
    offered,
    /** Position of the suggestion that Enter takes. */
    active,
    setActive,
    type(typedText: string, at: number) {
      setText(typedText)
      setCaret(at)
      setActive(0)
    },
    /** Hides the suggestions until more is typed. */
    dismiss: () => setCaret(0),
    pick(person: Mentionable) {
      if (!person.sees) return
      chosen.current.set(person.name, person.id)
      const next = withName(text, caret, person.name)
      const at = caret - (typed?.length ?? 0) + person.name.length + 1
      setText(next)
      setCaret(at)
      setActive(0)
      requestAnimationFrame(() => {
        input.current?.focus()
        input.current?.setSelectionRange(at, at)
      })
    },
  }
}
