import { own } from '#schemas/define/own.ts'
import type * as z from 'zod'
import { english, say, type Said } from './message.ts'

/** One invalid part of a body: a dotted path, an error code, a message for people. */
export interface FieldProblem {
  readonly path: string
  readonly code: string
  readonly message: Said
}

type Issue = z.core.$ZodRawIssue

const TYPES: Record<string, string> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  array: 'Send a list',
  object: 'Send an object of fields',
  record: 'Send an object',
}
const FORMATS: Record<string, Said> = {
  email: 'Enter an e-mail address such as name@example.com',
  url: 'Enter a web address such as https://example.com',
  uuid: 'This is not an id',
  guid: 'This is not an id',
  date: say('Use a date such as {{day}}', { day: { day: '2026-05-31' } }),
  datetime: 'Use an instant such as 2026-05-31T15:00:00Z',
}

const tooBig = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): Said => {
  const n = Number(maximum)
  if (origin === 'string') {
    return n === 1 ? 'At most 1 character' : say('At most {{n}} characters', { n })
  }
  if (origin === 'array') return n === 1 ? 'At most 1 entry' : say('At most {{n}} entries', { n })
  return say('At most {{n}}', { n })
}

const tooSmall = (issue: Extract<Issue, { code: 'too_small' }>): Said => {
  const n = Number(issue.minimum)
  if (issue.origin === 'string') {
    return n <= 1 ? 'Required' : say('At least {{n}} characters', { n })
  }
  if (issue.origin === 'array') {
    return n <= 1 ? 'Add at least one' : say('At least {{n}} entries', { n })
  }
  return say('At least {{n}}', { n })
}

const saidOfRaw = (issue: Issue): Said => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Required'
        : (own(TYPES, issue.expected) ?? 'This value does not fit')
    case 'too_big':
      return tooBig(issue as Extract<Issue, { code: 'too_big' }>)
    case 'too_small':
      return tooSmall(issue as Extract<Issue, { code: 'too_small' }>)
    case 'invalid_format':
      return own(FORMATS, String(issue.format)) ?? 'This does not have the expected format'
    case 'invalid_value':
      return issue.input === undefined || issue.input === null
        ? 'Required'
        : 'Choose one of the options'
    case 'invalid_union':
      return issue.input === undefined || issue.input === null
        ? 'Required'
        : 'Choose one of the options'
    case 'unrecognized_keys':
      return 'There is no such field'
    case 'custom':
      return (issue.params?.said as Said | undefined) ?? 'This value does not fit'
    default:
      return 'This value does not fit'
  }
}

/** The message of an issue without one in its schema: an error map for Zod's `safeParse`. */
export const issueProblem = (issue: Issue): string => english(saidOfRaw(issue))

/**
 * The message of an issue of a parse with `issueProblem`, with its values; a schema's own message
 * wins.
 */
export const saidOfIssue = (issue: z.core.$ZodIssue): Said => {
  const said = saidOfRaw(issue as Issue)
  return english(said) === issue.message ? said : issue.message
}

const codeOf = (issue: z.core.$ZodIssue): string => {
  if (issue.message === 'Required') return 'required'
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'too_big'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'too_short' : 'too_small'
  if (issue.code === 'custom') return 'invalid_value'
  return issue.code === 'invalid_union' ? 'invalid_value' : issue.code
}

/**
 * The message for an amount as people type it, not in minor units: a limit with the currency that is
 * beside it, and a part of a minor unit as decimals.
 */
const ofAmount = (said: Said, path: readonly PropertyKey[], given: unknown): Said => {
  if (path.at(-1) !== 'amount') return said
  if (said === TYPES.int) return 'This amount has too many decimals'
  if (typeof said === 'string') return said
  const { n } = said.params
  const beside = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => own({ ...(at as object) }, String(key)), given)
  const currency = own({ ...(beside as object) }, 'currency')
  return typeof n === 'number' && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? { ...said, params: { n: { amount: n, currency } } }
    : said
}

/** Every issue of a parse of `given`; one per unknown name. */
export const problemsOf = (error: z.core.$ZodError, given: unknown): FieldProblem[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        code: 'unknown_name',
        message: issue.message,
      }))
    }
    const message = ofAmount(saidOfIssue(issue), issue.path, given)
    return [{ path: path.join('.'), code: codeOf(issue), message }]
  })

const UNSTORABLE = /\0|\p{Surrogate}/u

/** Finds text that PostgreSQL cannot store (NUL, unpaired surrogates) at any depth. */
export const unstorable = (value: unknown, path = ''): FieldProblem[] => {
  if (typeof value === 'string') {
    return UNSTORABLE.test(value)
      ? [
          {
            path,
            code: 'invalid_value',
            message: 'This text holds a character that cannot be stored',
          },
        ]
      : []
  }
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path ? `${path}.${key}` : key
    return UNSTORABLE.test(key)
      ? [
          {
            path: path || key,
            code: 'invalid_value',
            message: 'This name holds a character that cannot be stored',
          },
        ]
      : unstorable(inner, at)
  })
}
