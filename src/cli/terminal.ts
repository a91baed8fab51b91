import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Logger that commands pass to parts of the server. */
export const terminalLog = {
  info: (message: string): void => console.log(message),
  warn: (message: string): void => console.warn(message),
  error: (message: string): void => console.error(message),
}

/** An error the user at the terminal can fix; only its message is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

// Errors with a message written for users. Any other error is a defect and shows its stack.
const plain = new Set([
  'UsageError',
  'ConfigError',
  'DatabaseInUse',
  'DatabaseUnusable',
  'RestoreRefused',
  'MigrationMismatch',
  'DestructiveMigration',
  'FillRefused',
  'NoRoomForBackup',
])

/** Runs a command: exits with 0 when it ends, with 1 and a fitting message when it throws. */
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
 * Parses the arguments of a command. `usage` is its one line of help, shown with `--help` and on
 * unknown arguments.
 * @throws UsageError when an argument is unknown or the number of arguments is wrong.
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
 * Shows progress from 0 to 1: on a terminal as one updating line, elsewhere as a line per tenth.
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
    // Padding clears the rest of a longer previous line.
    out.write(out.isTTY ? `\r${text.padEnd(longest)}${fraction === 1 ? '\n' : ''}` : `${text}\n`)
  }
}
