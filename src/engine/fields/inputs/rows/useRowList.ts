import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { get, set, useFormContext } from 'react-hook-form'
import type { Json } from '#model/types.ts'
import type { KeyedRows } from '../../../form/keyedRows.ts'
import { emptyOf } from '../../../form/values.ts'
import type { InputProps } from '../types.ts'
import { rememberChange } from './undo.ts'

/** A row and its key. */
type Entry = readonly [key: string, row: Json]

/** The last change, for the message about it; `undo` until it is taken back. */
export interface LastChange {
  readonly text: string
  readonly undo?: () => void
}

/** What can be done to child rows besides typing into them; the same object in every render. */
export interface RowActions {
  count(): number
  /** Adds rows at the end, or one blank row. */
  add(text: string, rows?: readonly Json[]): void
  /** Replaces all rows. */
  replace(text: string, rows: readonly Json[]): void
  /** Adds a copy of a row at the end. */
  copy(text: string, key: string): void
  remove(text: string, key: string): void
  /** `to`: a position from zero. */
  move(text: string, key: string, to: number): void
  /** Changes the values of every row. */
  each(change: (row: Json) => Json): void
}

export interface RowList {
  /** The keys of the rows in their order. */
  readonly keys: readonly string[]
  readonly last: LastChange | undefined
  readonly actions: RowActions
}

const placed = (entries: readonly Entry[], entry: Entry, to: number): readonly Entry[] => {
  const others = entries.filter(([key]) => key !== entry[0])
  return [...others.slice(0, to), entry, ...others.slice(to)]
}

/** A function from the rows before a change to those after it. */
type Change = (entries: readonly Entry[]) => readonly Entry[]

/** The rows of a field by key, and changes of them that can be undone. */
const useEntries = (
  { name, onChange }: InputProps,
  inside: RefObject<HTMLElement | null>,
  undone: string,
) => {
  const [last, setLast] = useState<LastChange>()
  const { control } = useFormContext()
  const next = useRef(0)
  const forget = useRef<(() => void)[]>([])
  useEffect(
    () => () => {
      for (const fn of forget.current) fn()
    },
    [],
  )
  const entries = useMemo(() => {
    const fresh = (row: Json): Entry => [`r${next.current++}`, row]
    // The current rows: typing in a row renders only that row, so the value of a render may be stale.
    const rows = (): KeyedRows => {
      const value: unknown = get(control._formValues, name)
      if (!Array.isArray(value)) {
        const keys = Object.keys(value ?? {}).map((key) => Number(key.slice(1)) + 1)
        next.current = Math.max(next.current, ...keys)
        return (value ?? {}) as KeyedRows
      }
      const keyed = Object.fromEntries((value as Json[]).map(fresh))
      // Means the same, so there is no notification.
      set(control._formValues, name, keyed)
      // A form that is not mounted yet is watched as it was opened.
      if (!control._state.mount) set(control._defaultValues, name, structuredClone(keyed))
      return keyed
    }
    const put = (change: Change) => onChange(Object.fromEntries(change(Object.entries(rows()))))
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
    return { rows, fresh, put, change }
  }, [control, name, onChange, inside, undone])
  return { ...entries, last }
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
  const { field, name } = props
  const { clearErrors } = useFormContext()
  const { rows, fresh, put, change, last } = useEntries(props, inside, undone)
  const actions = useMemo((): RowActions => {
    const insert = (text: string, given: readonly Json[]) => {
      const added = given.map((row) => fresh(structuredClone(row)))
      const keys = new Set(added.map(([key]) => key))
      change(
        text,
        (old) => [...old, ...added],
        (now) => now.filter(([key]) => !keys.has(key)),
      )
    }
    const find = (key: string) => {
      const entries = Object.entries(rows())
      const from = entries.findIndex(([one]) => one === key)
      return { from, entry: entries[from] }
    }
    return {
      each: (change) => put((entries) => entries.map(([key, row]) => [key, change(row)])),
      count: () => Object.keys(rows()).length,
      add: (
        text,
        added = [Object.fromEntries((field.fields ?? []).map((f) => [f.name, emptyOf(f)]))],
      ) => insert(text, added),
      copy: (text, key) => insert(text, find(key).entry?.slice(1) ?? []),
      replace(text, given) {
        const before = Object.entries(rows())
        const after = given.map((row) => fresh(structuredClone(row)))
        change(
          text,
          () => after,
          () => before,
        )
      },
      remove(text, key) {
        const { from, entry } = find(key)
        if (!entry) return
        clearErrors(`${name}.${key}`)
        change(
          text,
          (old) => old.filter(([one]) => one !== key),
          (now) => placed(now, entry, from),
        )
      },
      move(text, key, to) {
        const { from, entry } = find(key)
        if (!entry || to === from) return
        const putAt = (at: number) => (now: readonly Entry[]) =>
          now.some(([one]) => one === key) ? placed(now, entry, at) : now
        change(text, putAt(to), putAt(from))
      },
    }
  }, [field, name, rows, fresh, put, change, clearErrors])
  return { keys: Object.keys(rows()), last, actions }
}
