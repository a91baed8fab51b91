import { DEMO_PASSWORD } from '../base/demoPassword.ts'
import { invalid } from '../base/problem.ts'

/** The person choosing the password, which must not contain their name or e-mail. */
export interface Chooser {
  readonly email: string
  readonly name: string
}

/** What the check knows besides the password. */
export interface PasswordContext {
  readonly chooser?: Chooser | undefined
  /** Names that guessers try first: the organisation's and its mail domain's. */
  readonly words?: readonly string[]
  /** Path of the password in the request; default `password`. */
  readonly field?: string
}

/** Characters examined: the estimate takes quadratic time, and strangers send it. */
const LOOKED_AT = 24
/** On a scale of 0 to 4: 3 takes more than a hundred million guesses. */
const LEAST_SCORE = 3
const SHORTEST_WORD = 4
/** A word that few guesses find protects nothing with a year and a sign around it. */
const COMMON_WORD_GUESSES = 100_000
const LEAST_AROUND_WORD = 8

const PRODUCT_WORDS = ['backoffice', 'back-office', 'marketplace', 'hotel', 'booking', 'admin']

const estimator = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}
let made: ReturnType<typeof estimator> | undefined

const partsOf = (text: string): string[] =>
  text
    .slice(0, 400)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Parts of the chooser's name and e-mail; short ones only count as easy to guess. */
const ownWords = ({ email, name }: Chooser): string[] => {
  const local = (email.split('@')[0] ?? '').toLowerCase()
  return [local, ...partsOf(local), ...partsOf(name), partsOf(name).join('')]
}

/** Words of the chooser's mail domain without its ending. */
const domainWords = (email: string): string[] => partsOf(email.split('@')[1] ?? '').slice(0, -1)

const common = (field: string, message: string) =>
  invalid([{ path: field, code: 'common_password', message }])

/** The letters between leading and trailing digits and signs. */
const coreOf = (text: string): string => {
  const letters = text.match(/\p{L}/gu)
  if (!letters) return ''
  return text.slice(text.indexOf(letters[0]), text.lastIndexOf(letters.at(-1)!) + 1)
}

/**
 * 422 at `field` for the demo password and for one that is common, easily guessed, a common word
 * with a year or signs around it, or that contains the chooser's name or e-mail. Calls no service:
 * the lists are bundled.
 */
export const requireStrongPassword = async (
  password: string,
  { chooser, words = [], field = 'password' }: PasswordContext = {},
): Promise<void> => {
  const text = password.toLowerCase()
  const own = chooser ? ownWords(chooser) : []
  if (text === DEMO_PASSWORD) {
    throw common(field, 'Everybody knows the password of the demo. Choose another one.')
  }
  if (own.some((word) => word.length >= SHORTEST_WORD && text.includes(word))) {
    throw invalid([
      {
        path: field,
        code: 'personal_password',
        message: 'Leave your name and your e-mail address out of the password.',
      },
    ])
  }
  const known = [
    ...PRODUCT_WORDS,
    ...own,
    ...(chooser ? domainWords(chooser.email) : []),
    ...words.flatMap(partsOf),
  ].filter((word) => word.length > 1)
  const examined = password.slice(0, LOOKED_AT)
  const { check } = await (made ??= estimator()).then((one) => ({
    check: (given: string) => one.check(given, known),
  }))
  const core = coreOf(examined)
  const isWordWithSigns =
    core !== '' &&
    examined.length - core.length < LEAST_AROUND_WORD &&
    [core, partsOf(core).join('')].some((word) => check(word).guesses < COMMON_WORD_GUESSES)
  if (isWordWithSigns || check(examined).score < LEAST_SCORE) {
    throw common(field, 'This password is easy to guess. Choose a longer or less common one.')
  }
}
