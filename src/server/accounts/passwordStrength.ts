import { invalid } from '../base/problem.ts'

/** The person choosing the password, which must not contain their name or e-mail. */
export interface Chooser {
  readonly email: string
  readonly name: string
}

/** Characters examined: the estimate takes quadratic time, and strangers send it. */
const LOOKED_AT = 24
/** On a scale of 0 to 4: 2 takes more than a million guesses. */
const LEAST_SCORE = 2
const SHORTEST_WORD = 4

const estimator = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}
let made: ReturnType<typeof estimator> | undefined

const wordsOf = ({ email, name }: Chooser): string[] =>
  [email.split('@')[0] ?? '', ...name.split(/[\s.@]+/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD)

/**
 * 422 at `field` for a password that is common, easily guessed, or contains the chooser's name or
 * e-mail. Calls no service: the lists are bundled.
 */
export const requireStrongPassword = async (
  password: string,
  chooser: Chooser | undefined,
  field = 'password',
): Promise<void> => {
  const text = password.toLowerCase()
  if (chooser && wordsOf(chooser).some((word) => text.includes(word))) {
    throw invalid([
      {
        path: field,
        code: 'personal_password',
        message: 'Leave your name and your e-mail address out of the password.',
      },
    ])
  }
  const { score } = (await (made ??= estimator())).check(password.slice(0, LOOKED_AT))
  if (score < LEAST_SCORE) {
    throw invalid([
      {
        path: field,
        code: 'common_password',
        message: 'This password is easy to guess. Choose a longer or less common one.',
      },
    ])
  }
}
