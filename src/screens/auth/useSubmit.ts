import { useState, type FormEvent } from 'react'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import { sentence } from './sentences.ts'

/**
 * State of a small account form. `check` returns missing values by field; `run` performs the
 * action.
 */
export interface Submit {
  readonly busy: boolean
  /** Error of the whole form. */
  readonly error: string | undefined
  /** Errors by field. */
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly onSubmit: (event: FormEvent) => void
}

/**
 * Runs a form: one submission at a time, with errors shown at their fields or else as one sentence.
 */
export const useSubmit = (
  check: () => Readonly<Record<string, string | undefined>>,
  run: () => Promise<unknown>,
): Submit => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string | undefined>>>({})
  const submit = async (form: HTMLFormElement) => {
    const missing = check()
    const first = Object.keys(missing).find((name) => missing[name] !== undefined)
    setFields(missing)
    setError(undefined)
    if (first) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await run()
    } catch (failed) {
      if (isProblem(failed, 422) && failed.errors.length) {
        setFields(Object.fromEntries(failed.errors.map((e) => [e.path, e.message])))
      }
      setError(sentence(failed, t))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    error,
    fields,
    onSubmit: (event) => {
      event.preventDefault()
      if (!busy) void submit(event.currentTarget as HTMLFormElement)
    },
  }
}
