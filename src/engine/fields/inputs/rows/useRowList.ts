import { useEffect, useRef, useState, type RefObject } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Json } from '#model/types.ts'
import { emptyOf } from '../../../form/values.ts'
import type { InputProps } from '../types.ts'
import { rememberChange } from './undo.ts'

/** A row and its identity, which survives moves; the rows themselves have none. */
interface Entry {
  readonly row: Json
  readonly key: number
}

/** The last change, for the message about it; `undo` until it is taken back. */
export interface LastChange {
  readonly text: string
  readonly undo?: () => void
}

/** What can be done to child rows besides typing into them. Positions from zero. */
export interface RowList {
  /** Identity of each row. */
  readonly keys: readonly number[]
  readonly last: LastChange | undefined
  /** Adds rows at the end, or one blank row. */
  add(text: string, rows?: readonly Json[]): void
  /** Replaces all rows. */
  replace(text: string, rows: readonly Json[]): void
  copy(text: string, from: number): void
  remove(text: string, from: number): void
  move(text: string, from: number, to: number): void
}

const moved = (entries: readonly Entry[], key: number, to: number): Entry[] => {
  const copy = [...entries]
  const from = copy.findIndex((e) => e.key === key)
  if (from >= 0) copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}

/** A function from the rows before a change to those after it. */
type Change = (entries: readonly Entry[]) => readonly Entry[]

/** The rows of a field with their identities, and changes of them that can be undone. */
const useEntries = (
  { name, value, onChange }: InputProps,
  inside: RefObject<HTMLElement | null>,
  undone: string,
) => {
  const count = ((value ?? []) as Json[]).length
  const keys = useRef<number[]>([])
  const next = useRef(0)
  while (keys.current.length < count) keys.current.push(next.current++)
  keys.current.length = count
  const [last, setLast] = useState<LastChange>()
  const { getValues } = useFormContext()
  const forget = useRef<(() => void)[]>([])
  useEffect(
    () => () => {
      for (const fn of forget.current) fn()
    },
    [],
  )
  // Reads the current rows when needed: typing in a row renders only that row, so `value` may be
  // stale.
  const put = (change: Change) => {
    const rows = (getValues(name) ?? []) as Json[]
    const entries = change(rows.map((row, i) => ({ row, key: keys.current[i] ?? next.current++ })))
    keys.current = entries.map((e) => e.key)
    onChange(entries.map((e) => e.row))
  }
  const change = (text: string, make: Change, inverse: Change) => {
    put(make)
    if (!inside.current) return
    const undo = () => {
      drop()
      put(inverse)
      setLast({ text: undone })
    }
    const drop = rememberChange(inside.current, undo)
    forget.current.push(drop)
    setLast({ text, undo })
  }
  return { keys, next, last, change, current: () => (getValues(name) ?? []) as Json[] }
}

/**
 * Changes of the rows of a field, each of which can be undone without losing what was typed into
 * other rows since. `inside`: an element of the form.
 */
export const useRowList = (
  props: InputProps,
  inside: RefObject<HTMLElement | null>,
  undone: string,
): RowList => {
  const { field } = props
  const { keys, next, last, change, current } = useEntries(props, inside, undone)
  const fresh = (row: Json): Entry => ({ row: structuredClone(row), key: next.current++ })
  const insert = (text: string, entries: readonly Entry[]) => {
    const added = new Set(entries.map((e) => e.key))
    change(
      text,
      (old) => [...old, ...entries],
      (now) => now.filter((e) => !added.has(e.key)),
    )
  }
  return {
    keys: keys.current,
    last,
    add: (
      text,
      rows = [Object.fromEntries((field.fields ?? []).map((f) => [f.name, emptyOf(f)]))],
    ) => insert(text, rows.map(fresh)),
    copy: (text, from) =>
      insert(
        text,
        current()
          .slice(from, from + 1)
          .map(fresh),
      ),
    replace(text, rows) {
      let before: readonly Entry[] = []
      const entries = rows.map(fresh)
      change(
        text,
        (old) => {
          before = old
          return entries
        },
        () => before,
      )
    },
    remove(text, from) {
      const key = keys.current[from]
      const gone = current()[from]
      if (key === undefined || gone === undefined) return
      change(
        text,
        (old) => old.filter((e) => e.key !== key),
        (now) => [...now.slice(0, from), { row: gone, key }, ...now.slice(from)],
      )
    },
    move(text, from, to) {
      const key = keys.current[from]
      if (key === undefined || to < 0 || to >= keys.current.length || to === from) return
      change(
        text,
        (old) => moved(old, key, to),
        (now) => moved(now, key, from),
      )
    },
  }
}
