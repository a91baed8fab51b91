import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Where commands write what the server's parts report. */
export const terminalLog = {
  info: (message: string): void => console.log(message),
  warn: (message: string): void => console.warn(message),
  error: (message: string): void => console.error(message),
}

/** Something the person at the terminal can put right; its message is all they need to see. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

// Errors whose message was written for people. Anything else is a defect and shows where it
// happened.
const plain = new Set([
  'UsageError',
  'ConfigError',
  'DatabaseInUse',
  'DatabaseUnusable',
  'RestoreRefused',
  'MigrationMismatch',
  'DestructiveMigration',
  'FillRefused',
])

/**
 * Runs a command: exit code 0 when it ends, 1 when it throws, with a message that fits the error.
 */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(
      error instanceof Error && (plain.has(error.name) || !error.stack) ? error.message : error,
    )
    process.exitCode = 1
  }
}

/**
 * Arguments of a command. `usage` is its one line of help, shown with `--help` and with anything
 * it does not know.
 * @throws UsageError when an argument is unknown or their number is wrong.
 */
export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  count: { min: number; max: number },
) {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  const parsed = (() => {
    try {
      return parseArgs({ options, allowPositionals: true, strict: true })
    } catch (error) {
      throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    }
  })()
  if (parsed.positionals.length < count.min || parsed.positionals.length > count.max) {
    throw new UsageError(usage)
  }
  return parsed
}

/**
 * Says how far something is, from 0 to 1: on a terminal on one line that changes, elsewhere a line
 * for each tenth.
 * @param words Text after the percentage.
 */
export function progressLine<T>(
  words: (at: T) => string,
  out: Pick<typeof process.stdout, 'isTTY' | 'write'> = process.stdout,
): (fraction: number, at: T) => void {
  let [shown, longest] = [-1, 0]
  return (fraction, at) => {
    const percent = Math.floor(fraction * 100)
    const step = out.isTTY ? percent : Math.floor(percent / 10)
    if (step === shown) return
    shown = step
    const text = `${String(percent).padStart(3)} %  ${words(at)}`
    longest = Math.max(longest, text.length)
    // Blanks cover what a longer line left.
    out.write(out.isTTY ? `\r${text.padEnd(longest)}${fraction === 1 ? '\n' : ''}` : `${text}\n`)
  }
}
